package browser

import (
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

var pictures = flag.String("pictures", "", "write pictures of the screens to this directory")

// scratch holds what the tests build; it goes when they are over.
var scratch string

func TestMain(m *testing.M) {
	flag.Parse()
	os.Exit(func() int {
		var err error
		if scratch, err = os.MkdirTemp("", "mc-browser"); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(scratch)
		defer closeBrowser()
		return m.Run()
	}())
}

// run runs a command in the checkout and returns what it says.
func run(t *testing.T, env []string, name string, args ...string) string {
	t.Helper()
	out, err := told(env, name, args...)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func told(env []string, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = "..", append(os.Environ(), env...)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w\n%s%s", name, strings.Join(args, " "), err, stderr.String(), out)
	}
	return string(out), nil
}

// built is something that is built once for all tests.
func built(build func(path string) error, name string) func(t *testing.T) string {
	once := sync.OnceValues(func() (string, error) {
		path := filepath.Join(scratch, name)
		return path, build(path)
	})
	return func(t *testing.T) string {
		t.Helper()
		path, err := once()
		if err != nil {
			t.Fatal(err)
		}
		return path
	}
}

// program is mc for this machine.
var program = built(func(path string) error {
	_, err := told(nil, "go", "build", "-trimpath", "-o", path, "./cmd/mc")
	return err
}, "mc")

// made are the explorer's static files, as they are released: site, a folder for any web
// server with the engine in it, and explorer.html, the same in one file.
var made = built(func(path string) error {
	_, err := told(nil, "bash", "packaging/explorer.sh", path)
	return err
}, "explorer")

// host is a web server that knows what was asked of it.
type host struct {
	URL string

	mutex sync.Mutex
	asked map[string]int // by path
	wrong []string       // what it does not have
}

// serve has files on loopback, and counts.
func serve(t *testing.T, files http.Handler) *host {
	t.Helper()
	h := &host{asked: map[string]int{}}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer := &status{w, http.StatusOK}
		files.ServeHTTP(answer, r)
		h.mutex.Lock()
		defer h.mutex.Unlock()
		h.asked[r.URL.Path]++
		if answer.code >= 400 {
			h.wrong = append(h.wrong, fmt.Sprintf("%s %s: %d", r.Method, r.URL, answer.code))
		}
	}))
	t.Cleanup(s.Close)
	h.URL = s.URL + "/"
	return h
}

// times is how often a path was asked for.
func (h *host) times(path string) int {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	return h.asked[path]
}

// status remembers the code of an answer.
type status struct {
	http.ResponseWriter
	code int
}

func (s *status) WriteHeader(code int) {
	s.code = code
	s.ResponseWriter.WriteHeader(code)
}

// site serves the folder of the page.
func site(t *testing.T) *host {
	t.Helper()
	return serve(t, http.FileServer(http.Dir(filepath.Join(made(t), "site"))))
}

// text is a handler of one fixed file.
func text(kind, content string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		_, _ = io.WriteString(w, content)
	}
}
