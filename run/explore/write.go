package explore

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Write writes the page with its engine: the program built for browsers, and the loader
// of its Go. The path is a directory, or a file whose name ends in .html and that holds
// everything.
func Write(path string, engine, loader []byte) error {
	if strings.EqualFold(filepath.Ext(path), ".html") {
		return writeOne(path, engine, loader)
	}
	if err := os.MkdirAll(path, 0o777); err != nil {
		return err
	}
	err := fs.WalkDir(Site(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(Site(), name)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(path, filepath.FromSlash(name)), text, 0o666)
	})
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(path, "wasm_exec.js"), loader, 0o666); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(path, "mc.wasm"), engine, 0o666)
}
