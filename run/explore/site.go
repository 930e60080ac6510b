package explore

import (
	"embed"
	"io/fs"
	"strings"
)

//go:embed site
var embedded embed.FS

// Site are the files of the page as any web server may have them; beside them belong the
// engine as WebAssembly, mc.wasm, and the loader that comes with Go, wasm_exec.js.
func Site() fs.FS {
	site, err := fs.Sub(embedded, "site")
	if err != nil {
		panic(err) // it is embedded
	}
	return site
}

// index is the page that asks the server rather than an engine of its own.
func index() (string, error) {
	page, err := fs.ReadFile(Site(), "index.html")
	return strings.Replace(string(page), `data-engine="wasm"`, `data-engine="server"`, 1), err
}
