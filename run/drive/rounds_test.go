package drive

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/goccy/go-yaml"
)

// course is what becomes of tasks, and with which code a driver is to end.
type course struct {
	name  string
	tasks map[string]string // ok, once (it dies the first time), never
	next  string            // the code of who is asked for tasks, if that fails
	code  int
	left  string
}

var courses = []course{
	{"nothing is left", nil, "", 0, ""},
	{"all are done", map[string]string{"a": "ok", "b": "ok", "c": "ok"}, "", 0, ""},
	{"some die", map[string]string{"a": "once", "b": "ok", "c": "once"}, "", 0, ""},
	{"one is never done", map[string]string{"a": "ok", "b": "ok", "c": "never"}, "", 1, "c"},
	{"a refusal", map[string]string{"a": "ok"}, "74", 74, "a"},
}

// TestRounds has drivers carried out by their tools, or by what stands for these in
// testdata, over a program that stands for mc.
func TestRounds(t *testing.T) {
	for _, name := range []string{"xargs", "make", "slurm", "kubernetes", "dask", "pyspark"} {
		for _, c := range courses {
			t.Run(name+"/"+c.name, func(t *testing.T) {
				t.Parallel()
				holds(t, name, c)
			})
		}
	}
}

// holds carries a driver out over one course.
func holds(t *testing.T, name string, c course) {
	state := filepath.Join(t.TempDir(), "it's a run") // and a name that has to be quoted
	todo := filepath.Join(state, "todo")
	write(t, filepath.Join(state, "drive"), must(Named(name)))
	for task, what := range c.tasks {
		write(t, filepath.Join(todo, task), what)
	}
	if c.next != "" {
		write(t, filepath.Join(state, "code"), c.next)
	}
	code := carriedOut(t, name, state)
	if name == "make" && c.code != 0 {
		c.code = 2 // whatever fails
	}
	left, _ := filepath.Glob(todo + "/*")
	for i := range left {
		left[i] = filepath.Base(left[i])
	}
	if code != c.code || strings.Join(left, " ") != c.left {
		t.Errorf("code %d, want %d; left is %q, want %q", code, c.code, left, c.left)
	}
	done, _ := os.ReadFile(filepath.Join(state, "done"))
	if n := strings.Count(string(done), "c\n"); c.code == 1 && n != 6 { // beside the others, and five times alone
		t.Errorf("tried %d times", n)
	}
	if name == "kubernetes" && c.next == "" && len(c.tasks) > 0 {
		job(t, filepath.Join(state, "job.yaml"), state)
	}
}

// carriedOut is the code that a driver ends with.
func carriedOut(t *testing.T, name, state string) int {
	words := map[string][]string{
		"make":    {"make", "-f", "drive", "-j", "2", "RUN=" + state + "/run"},
		"dask":    {"python3", "drive", state + "/run"},
		"pyspark": {"python3", "drive", state + "/run"},
	}[name]
	if words == nil {
		words = []string{"bash", "drive", state + "/run"}
	}
	if _, err := exec.LookPath(words[0]); err != nil {
		t.Skipf("there is no %s", words[0])
	}
	stand, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	cmd.Dir = state
	cmd.Env = append(os.Environ(), "STATE="+state, "IMAGE=mc:1", "CLAIM=runs", "DASK=nowhere", "MAKEFLAGS=",
		"PATH="+stand+"/bin:"+os.Getenv("PATH"), "PYTHONPATH="+stand+"/python", "PYTHONDONTWRITEBYTECODE=1")
	out, err := cmd.CombinedOutput()
	t.Logf("%s", out)
	var failed *exec.ExitError
	if err != nil && !errors.As(err, &failed) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode()
}

// job holds that what Kubernetes was given reads as was meant. Its published schema is
// laid to the same text in .ci/shards, which has it from a package.
func job(t *testing.T, file, state string) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var read struct {
		Kind string
		Spec struct {
			CompletionMode string `yaml:"completionMode"`
			Template       struct {
				Spec struct {
					Containers []struct {
						Env         []map[string]string
						VolumeMount []map[string]string `yaml:"volumeMounts"`
					}
				}
			}
		}
	}
	if err := yaml.Unmarshal(text, &read); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	c := read.Spec.Template.Spec.Containers
	if read.Kind != "Job" || read.Spec.CompletionMode != "Indexed" || len(c) != 1 ||
		c[0].Env[0]["value"] != state+"/run.tasks" || c[0].VolumeMount[0]["mountPath"] != state {
		t.Errorf("it reads as %+v\n%s", read, text)
	}
}

// must is the text of a driver that is there.
func must(d Driver, found bool) string {
	if !found {
		panic("there is no such driver")
	}
	return d.Text()
}

// write makes a file, with the folders above it.
func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
