//go:build !js

package explore

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Handler serves an explorer's page at the host that it is told, and answers its
// questions. Requests for any other host, and questions from any other page, are
// refused: a page of somebody else's in the same browser can neither ask nor, by a name
// that leads to this machine, pretend to be this one.
func (e *Engine) Handler(host string) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /ask", e.ask)
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
		page, err := index()
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = io.WriteString(w, page)
	})
	mux.Handle("GET /", http.FileServerFS(Site()))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-cache")
		origin := r.Header.Get("Origin")
		switch {
		case r.Host != host:
			http.Error(w, "this explorer answers at http://"+host+" only", http.StatusMisdirectedRequest)
		case origin != "" && origin != "http://"+host:
			http.Error(w, "this explorer answers its own page only", http.StatusForbidden)
		default:
			mux.ServeHTTP(w, r)
		}
	})
}

// longest is how many bytes a question may have: a course of thousands of steps.
const longest = 1 << 20

// ask answers a question, line by line. It ends when whoever asked has gone.
func (e *Engine) ask(w http.ResponseWriter, r *http.Request) {
	if kind := r.Header.Get("Content-Type"); !strings.HasPrefix(kind, "application/json") {
		http.Error(w, "a question is application/json", http.StatusUnsupportedMediaType)
		return
	}
	question, err := io.ReadAll(http.MaxBytesReader(w, r.Body, longest))
	if err != nil {
		http.Error(w, "the question cannot be read: "+err.Error(), http.StatusRequestEntityTooLarge)
		return
	}
	w.Header().Set("Content-Type", "application/x-ndjson")
	flush, _ := w.(http.Flusher)
	e.Serve(r.Context(), question, func(line []byte) {
		_, _ = w.Write(append(line, '\n')) // who has gone hears nothing
		if flush != nil {
			flush.Flush()
		}
	})
}

// Server is an explorer that waits to be visited.
type Server struct {
	URL string

	engine   *Engine
	listener net.Listener
}

// Listen opens a port on loopback; 0 takes any that is free.
func (e *Engine) Listen(port int) (*Server, error) {
	l, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		return nil, err
	}
	return &Server{"http://" + l.Addr().String() + "/", e, l}, nil
}

// Serve answers until ctx ends.
func (s *Server) Serve(ctx context.Context) error {
	server := &http.Server{Handler: s.engine.Handler(s.listener.Addr().String()), ReadHeaderTimeout: 10 * time.Second,
		BaseContext: func(net.Listener) context.Context { return ctx }}
	context.AfterFunc(ctx, func() { _ = server.Close() })
	err := server.Serve(s.listener)
	if errors.Is(err, http.ErrServerClosed) && ctx.Err() != nil {
		return nil
	}
	return err
}

// Work is for programs in a browser.
func (e *Engine) Work() error {
	return errors.New("only a program in a browser works for a page; build it with GOOS=js GOARCH=wasm")
}
