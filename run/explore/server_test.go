package explore_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"mc/run/explore"
)

// TestServer: the explorer answers its own page at its own address, and nobody else: not
// a page of another site, nor one that leads a name of its own to this machine.
func TestServer(t *testing.T) {
	e := explore.New(puzzles(), "test")
	server, err := e.Listen(0)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	over := make(chan error)
	go func() { over <- server.Serve(ctx) }()
	own := strings.TrimSuffix(server.URL, "/")
	const question = `{"op":"at","place":{"model":"die-hard"}}`
	for _, tc := range []struct {
		name, method, path, host, origin, kind, body string
		code                                         int
		want                                         string
	}{
		{"page", "GET", "/", "", "", "", "", 200, `data-engine="server"`},
		{"question", "POST", "/ask", "", own, "application/json", question, 200, `{"answer":{"steps":[`},
		{"no page", "POST", "/ask", "", "", "application/json", question, 200, `"possible"`},
		{"another page", "POST", "/ask", "", "http://evil.example", "application/json", question, 403, "its own page only"},
		{"a file from disk", "POST", "/ask", "", "null", "application/json", question, 403, "its own page only"},
		{"another name", "GET", "/", "evil.example", "", "", "", 421, "answers at"},
		{"localhost", "POST", "/ask", "localhost:1", "", "application/json", question, 421, "answers at"},
		{"a form", "POST", "/ask", "", own, "text/plain", question, 415, "application/json"},
		{"too long", "POST", "/ask", "", own, "application/json", strings.Repeat(" ", 2<<20), 413, "cannot be read"},
		{"asked by address", "GET", "/ask", "", "", "", "", 404, ""},
		{"out of the site", "GET", "/engine.go", "", "", "", "", 404, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r, err := http.NewRequest(tc.method, own+tc.path, strings.NewReader(tc.body))
			if err != nil {
				t.Fatal(err)
			}
			r.Host = tc.host
			for header, value := range map[string]string{"Origin": tc.origin, "Content-Type": tc.kind} {
				if value != "" {
					r.Header.Set(header, value)
				}
			}
			got, err := http.DefaultTransport.RoundTrip(r)
			if err != nil {
				t.Fatal(err)
			}
			defer got.Body.Close()
			text, err := io.ReadAll(got.Body)
			if err != nil || got.StatusCode != tc.code || !strings.Contains(string(text), tc.want) {
				t.Errorf("%d: %.300s, %v; want %d with %q", got.StatusCode, text, err, tc.code, tc.want)
			}
		})
	}
	stop()
	select {
	case err := <-over:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(10 * time.Second):
		t.Error("the server does not end")
	}
}
