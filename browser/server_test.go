package browser

import (
	"bufio"
	"io"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"
)

// address is what mc explore says first.
var address = regexp.MustCompile(`http://127\.0\.0\.1:\d+/`)

// explore starts mc explore, and ends it with the test.
func explore(t *testing.T, args ...string) *host {
	t.Helper()
	cmd := exec.Command(program(t), append([]string{"explore", "--no-open", "--port", "0"}, args...)...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			t.Error(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		select {
		case err := <-ended:
			if err != nil {
				t.Errorf("after Ctrl-C mc explore ends with %v", err)
			}
		case <-time.After(10 * time.Second):
			_ = cmd.Process.Kill()
			t.Error("mc explore does not end on Ctrl-C")
		}
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil || !address.MatchString(line) {
		t.Fatalf("mc explore says %q, %v", line, err)
	}
	return &host{URL: address.FindString(line)}
}

// TestNobodyElse: mc explore answers no other name that leads to this machine, and no page
// of anybody else.
func TestNobodyElse(t *testing.T) {
	h := explore(t)
	own := strings.TrimSuffix(h.URL, "/")
	for name, tc := range map[string]struct {
		host, origin string
		code         int
	}{
		"its own page":   {"", own, http.StatusOK},
		"another name":   {"rebound.example", own, http.StatusMisdirectedRequest},
		"another page":   {"", "http://evil.example", http.StatusForbidden},
		"another port":   {"", "http://127.0.0.1:1", http.StatusForbidden},
		"a page on disk": {"", "null", http.StatusForbidden},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := http.NewRequest(http.MethodPost, h.URL+"ask", strings.NewReader(`{"op":"form"}`))
			if err != nil {
				t.Fatal(err)
			}
			r.Host = tc.host
			r.Header.Set("Origin", tc.origin)
			r.Header.Set("Content-Type", "application/json")
			got, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			defer got.Body.Close()
			text, err := io.ReadAll(got.Body)
			if err != nil || got.StatusCode != tc.code || strings.Contains(string(text), `"answer"`) != (tc.code == http.StatusOK) {
				t.Errorf("%d %.200s, %v; want %d", got.StatusCode, text, err, tc.code)
			}
		})
	}
}
