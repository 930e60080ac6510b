package explore

import (
	"context"
	"errors"
	"syscall/js"
)

// Work answers the questions of the page in whose worker the program runs, for ever. It
// defines mcServe(question, reply) there, both texts of JSON, and calls mcReady when it
// can be asked. A search does not hear anything until it is over: to end one, the page
// ends the worker.
func (e *Engine) Work() error {
	js.Global().Set("mcServe", js.FuncOf(func(_ js.Value, args []js.Value) any {
		question, reply := args[0].String(), args[1]
		go e.Serve(context.Background(), []byte(question), func(line []byte) { reply.Invoke(string(line)) })
		return nil
	}))
	if ready := js.Global().Get("mcReady"); ready.Type() == js.TypeFunction {
		ready.Invoke()
	}
	select {}
}

// Server is an explorer that waits to be visited: none in a browser.
type Server struct{ URL string }

// Listen is refused: nobody can reach a server in a browser.
func (e *Engine) Listen(int) (*Server, error) {
	return nil, errors.New("this program runs in a browser, and serves no page; explore with one that runs by itself")
}

// Serve does nothing.
func (s *Server) Serve(context.Context) error { return nil }
