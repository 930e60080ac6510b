package browser

import (
	"encoding/json"
	"net/http"
	"path/filepath"
	"testing"
	"time"
)

// bare is a page without anything but an engine in a worker: ask is a promise of the last
// line of an answer, and counts the lines before it.
const bare = `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>bare</title><script>
const worker = new Worker("worker.js"), waiting = new Map();
let last = 0, heard = [];
worker.onmessage = ({ data }) => {
  const reply = JSON.parse(data.line);
  if (reply.progress) heard.push(reply.progress);
  else waiting.get(data.id)(data.line);
};
function ask(question) {
  return new Promise((done) => {
    waiting.set(++last, done);
    worker.postMessage({ id: last, text: JSON.stringify(question) });
  });
}
</script></html>`

const bareWorker = `importScripts("wasm_exec.js");
const early = [];
let serve = (question) => early.push(question);
self.mcReady = () => {
  serve = ({ id, text }) => self.mcServe(text, (line) => postMessage({ id, line }));
  early.forEach(serve);
};
self.onmessage = ({ data }) => serve(data);
const go = new Go();
go.argv = ["mc", "explore", "--worker"];
WebAssembly.instantiateStreaming(fetch("mc.wasm"), go.importObject).then(({ instance }) => go.run(instance));`

// question is one request to the engine; the fields are those of the protocol.
type question struct {
	Op     string `json:"op"`
	Place  place  `json:"place"`
	Limits limits `json:"limits"`
}

type place struct {
	Spec  string            `json:"spec,omitempty"`
	Model string            `json:"model,omitempty"`
	Set   map[string]string `json:"set,omitempty"`
}

type limits struct {
	Seconds float64 `json:"seconds,omitempty"`
}

// reply is the last line of an answer.
type reply[A any] struct {
	Answer A      `json:"answer"`
	Error  string `json:"error"`
}

func ask[A any](p *tab, limit time.Duration, q question) A {
	p.t.Helper()
	var got reply[A]
	line := valueWithin[string](p, limit, "(q) => ask(q)", q)
	if err := json.Unmarshal([]byte(line), &got); err != nil || got.Error != "" {
		p.t.Fatalf("%s, %v", got.Error, err)
	}
	return got.Answer
}

type checked struct {
	States  uint64  `json:"states"`
	Depth   int     `json:"depth"`
	Whole   bool    `json:"whole"`
	Seconds float64 `json:"seconds"`
}

// native are the counts of a spec as the program itself has them.
func native(t *testing.T, spec string) checked {
	t.Helper()
	var report struct {
		States struct {
			Distinct uint64 `json:"distinct"`
			Depth    int    `json:"depth"`
		} `json:"states"`
		Exhaustive bool `json:"exhaustive"`
	}
	if err := json.Unmarshal([]byte(run(t, nil, program(t), "check", spec, "--json", "--workers", "1")), &report); err != nil {
		t.Fatal(err)
	}
	return checked{States: report.States.Distinct, Depth: report.States.Depth, Whole: report.Exhaustive}
}

// bareTab is the bare page, whose engine has answered something.
func bareTab(t *testing.T) (*tab, *host) {
	t.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc("/{$}", text("text/html", bare))
	mux.HandleFunc("/worker.js", text("text/javascript", bareWorker))
	mux.Handle("/", http.FileServer(http.Dir(filepath.Join(made(t), "site"))))
	h := serve(t, mux)
	p := open(t, h.URL)
	ask[any](p, 2*patience, question{Op: "place", Place: place{Spec: "kip-320"}})
	return p, h
}

// TestEngineInAWorker: the program as WebAssembly finds in a worker of a page what it finds
// by itself, with nothing but the protocol between.
func TestEngineInAWorker(t *testing.T) {
	p, h := bareTab(t)
	const spec = "kip-320"
	want := native(t, spec)
	got := ask[checked](p, 5*time.Minute, question{Op: "check", Place: place{Spec: spec}})
	t.Logf("%s: %d states, depth %d, whole in %.1f s on one thread", spec, got.States, got.Depth, got.Seconds)
	got.Seconds = 0
	if got != want {
		t.Errorf("%s: the browser finds %+v, the program %+v", spec, got, want)
	}
	p.quiet(h)
}

// TestLimitsInAWorker: on its one thread a search still tells how far it is, and ends when
// its time is up.
func TestLimitsInAWorker(t *testing.T) {
	p, h := bareTab(t)
	const seconds = 3
	got := ask[checked](p, time.Minute, question{Op: "check", Place: place{Model: "kafka", Set: map[string]string{"replicas": "5"}},
		Limits: limits{Seconds: seconds}})
	if got.Whole || got.Seconds < seconds || got.Seconds > 4*seconds {
		t.Errorf("a search of %d s came to %+v", seconds, got)
	}
	if n := value[int](p, "() => heard.length"); n == 0 {
		t.Error("the search did not tell how far it was")
	}
	p.quiet(h)
}
