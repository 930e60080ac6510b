package explore

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"strings"
)

// The parts of the page that its one file has in it.
var (
	styleLink  = regexp.MustCompile(`<link rel="stylesheet" href="([^"]+)">`)
	moduleLink = regexp.MustCompile(`<script type="module" src="([^"]+)"></script>`)
	policy     = regexp.MustCompile(`content="default-src [^"]*"`)
	imported   = regexp.MustCompile(`(?m)^import\s*\{([^}]*)\}\s*from\s*'\./([^']+)';\n`)
	exported   = regexp.MustCompile(`(?m)^export (async function|function|const|let|class) `)
	module     = regexp.MustCompile(`(?m)^(import|export)\b`)
)

// unpackEngine is how a page in one file comes by its worker and its engine: both stand in
// it, the engine packed. (It is the code of a page, which has no other way to it.)
const unpackEngine = `'use strict';
const text = id => document.getElementById(id).textContent;
globalThis.mcOneFile = {
  worker: () => URL.createObjectURL(new Blob([JSON.parse(text('mc-worker'))], { type: 'text/javascript' })),
  engine: async () => {
    const packed = Uint8Array.from(atob(text('mc-engine').trim()), c => c.charCodeAt(0));
    const plain = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
    return WebAssembly.compile(await new Response(plain).arrayBuffer());
  },
};
`

// writeOne writes the page with everything in one file.
func writeOne(path string, engine, loader []byte) error {
	page, err := oneFile(Site(), engine, loader)
	if err != nil {
		return err
	}
	return os.WriteFile(path, page, 0o666)
}

// oneFile is the page with its style, modules, worker, loader and engine in it. What it
// runs is named by its digest in the page's policy; it asks for nothing.
func oneFile(site fs.FS, engine, loader []byte) ([]byte, error) {
	read := func(name string) string {
		text, err := fs.ReadFile(site, name)
		if err != nil {
			panic(err) // the site is embedded
		}
		return string(text)
	}
	page := read("index.html")
	style, entry := styleLink.FindStringSubmatch(page), moduleLink.FindStringSubmatch(page)
	if style == nil || entry == nil || !policy.MatchString(page) {
		return nil, fmt.Errorf("explore: index.html has no style, script or policy where they are looked for")
	}
	css := read(style[1])
	code, err := joined(read, entry[1])
	if err != nil {
		return nil, err
	}
	packed, err := zipped(engine)
	if err != nil {
		return nil, err
	}
	worker := strings.Replace(read("worker.js"), "importScripts('wasm_exec.js')", "void 0", 1)
	rules := fmt.Sprintf("content=\"default-src 'none'; script-src '%s' '%s' 'wasm-unsafe-eval' blob:; style-src '%s'; worker-src blob:; img-src data:; "+
		"base-uri 'none'; form-action 'none'\"", digest(unpackEngine), digest(code), digest(css))
	page = policy.ReplaceAllLiteralString(page, rules)
	page = strings.Replace(page, style[0], "<style>"+css+"</style>", 1)
	page = strings.Replace(page, entry[0], "<script type=\"text/plain\" id=\"mc-engine\">"+packed+"</script>\n<script type=\"application/json\" id=\"mc-worker\">"+
		quoted(string(loader)+"\n"+worker)+"</script>\n<script>"+unpackEngine+"</script>\n<script type=\"module\">"+code+"</script>", 1)
	return []byte(page), nil
}

func zipped(engine []byte) (string, error) {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return "", err
	}
	if _, err := w.Write(engine); err != nil {
		return "", err
	}
	if err := w.Close(); err != nil {
		return "", err
	}
	return base64.StdEncoding.EncodeToString(out.Bytes()), nil
}

// digest names a text in a page's policy.
func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// joined is a module with all that it imports, each before what imports it. Their names
// are all different, and only plain imports and exports are used.
func joined(read func(string) string, entry string) (string, error) {
	var out strings.Builder
	seen := map[string]bool{}
	var add func(name string) error
	add = func(name string) error {
		if seen[name] {
			return nil
		}
		seen[name] = true
		text := read(name)
		for _, i := range imported.FindAllStringSubmatch(text, -1) {
			if strings.Contains(i[1], " as ") {
				return fmt.Errorf("explore: %s imports under another name: {%s}", name, i[1])
			}
			if err := add(i[2]); err != nil {
				return err
			}
		}
		text = exported.ReplaceAllString(imported.ReplaceAllString(text, ""), "$1 ")
		if found := module.FindString(text); found != "" {
			return fmt.Errorf("explore: %s has an %s that cannot be joined", name, found)
		}
		if strings.Contains(text, "</script") {
			return fmt.Errorf("explore: %s would end the script that it is put into", name)
		}
		fmt.Fprintf(&out, "// %s\n%s\n", name, text)
		return nil
	}
	err := add(entry)
	return out.String(), err
}

// quoted is a text as JSON that no browser takes for the end of a script.
func quoted(text string) string {
	out, _ := json.Marshal(text) // < is escaped; a text always can be
	return string(out)
}
