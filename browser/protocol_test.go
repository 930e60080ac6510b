package browser

import (
	"encoding/json"
	"net/http"
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

// reply is the last line of an answer.
type reply[A any] struct {
	Answer A      `json:"answer"`
	Error  string `json:"error"`
}

func ask[A any](p *tab, limit time.Duration, question any) A {
	p.t.Helper()
	var got reply[A]
	line := valueWithin[string](p, limit, "(q) => ask(q)", question)
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

// TestEngineInAWorker: the program as WebAssembly finds in a worker of a page what it finds
// by itself, with nothing but the protocol between.
func TestEngineInAWorker(t *testing.T) {
	mux := http.NewServeMux()
	mux.HandleFunc("/{$}", text("text/html", bare))
	mux.HandleFunc("/worker.js", text("text/javascript", bareWorker))
	mux.Handle("/", http.FileServer(http.Dir(scratch)))
	engine(t)
	h := serve(t, mux)
	p := open(t, h.URL)
	began := time.Now()
	home := ask[struct{ Specs []any }](p, 2*patience, map[string]any{"op": "home"})
	t.Logf("the engine answers after %v, with %d specs", time.Since(began).Round(time.Millisecond), len(home.Specs))
	for _, spec := range []string{"kip-101-data-loss", "kip-320"} {
		want := native(t, spec)
		got := ask[checked](p, 5*time.Minute, map[string]any{"op": "check", "place": map[string]any{"spec": spec}})
		t.Logf("%s: %d states, depth %d, in %.1f s in the browser; progress was told %d times", spec, got.States, got.Depth, got.Seconds,
			value[int](p, "() => heard.splice(0).length"))
		got.Seconds = 0
		if got != want {
			t.Errorf("%s: the browser finds %+v, the program %+v", spec, got, want)
		}
	}
	p.quiet(h)
}
