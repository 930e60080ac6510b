package main

import (
	"fmt"
	"net"
	"sync"
	"time"
)

// proxy listens beside the brokers, and passes on every byte later.
type proxy struct {
	mutex  sync.Mutex
	closed bool
	open   []interface{ Close() error }
}

func newProxy() *proxy { return &proxy{} }

// keep has something closed with the proxy; false if that has been.
func (p *proxy) keep(what interface{ Close() error }) bool {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.closed {
		_ = what.Close()
		return false
	}
	p.open = append(p.open, what)
	return true
}

func (p *proxy) close() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.closed = true
	for _, what := range p.open {
		_ = what.Close()
	}
}

// forward passes on what comes for a port, and what is answered.
func (p *proxy) forward(port int, delay time.Duration) error {
	l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.2:%d", port))
	if err != nil {
		return fmt.Errorf("nothing can be delayed: %w", err)
	}
	p.keep(l)
	go func() {
		for {
			from, err := l.Accept()
			if err != nil {
				return
			}
			to, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", port))
			if err != nil {
				_ = from.Close()
				continue
			}
			if p.keep(from) && p.keep(to) {
				go pass(from, to, delay)
				go pass(to, from, delay)
			}
		}
	}()
	return nil
}

// late is what was read, and when it is due.
type late struct {
	due  time.Time
	data []byte
}

// pass writes what is read, each piece as much later; that there is no more goes on in turn.
func pass(from, to net.Conn, delay time.Duration) {
	queue := make(chan late, 4096)
	go func() {
		defer func() {
			if half, is := to.(*net.TCPConn); is {
				_ = half.CloseWrite()
			}
		}()
		for piece := range queue {
			time.Sleep(time.Until(piece.due))
			if _, err := to.Write(piece.data); err != nil {
				break
			}
		}
		for range queue { // the reader must not block
		}
	}()
	defer close(queue)
	for {
		buffer := make([]byte, 32<<10)
		n, err := from.Read(buffer)
		if n > 0 {
			queue <- late{time.Now().Add(delay), buffer[:n]}
		}
		if err != nil {
			return
		}
	}
}
