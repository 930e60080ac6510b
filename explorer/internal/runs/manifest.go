package runs

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// manifestSchema names the form of a manifest; it changes when the meaning of
// the body does.
const manifestSchema = manifestFamily + "4"

// manifestFamily is what the names of all forms begin with.
const manifestFamily = "mc-run/"

// maxManifest bounds what is read into memory as a manifest.
const maxManifest = 1 << 28

// WriteManifest writes contents as JSON to path, in place of the manifest that
// is there. When it returns without an error the manifest is on stable
// storage, and so are all names in its directory. With an error, path is
// either what it was before or the complete new manifest.
func WriteManifest(d Disk, path string, contents any) error {
	body, err := encodeBody(contents)
	if err != nil {
		return err
	}
	f, err := d.Create(temporary(path))
	if err != nil {
		return unwritten(path, err)
	}
	if err := write(f, sealBody(manifestSchema, body)); err != nil {
		f.Close()
		d.Remove(temporary(path))
		return unwritten(path, err)
	}
	if err := publish(d, f, path); err != nil {
		d.Remove(temporary(path))
		return unwritten(path, err)
	}
	return nil
}

// WriteOnce is WriteManifest unless there is a file at path, whatever it is: first says
// whether there was none. Who is the attempt, which nobody else is at the same time.
func WriteOnce(d Disk, path, who string, contents any) (first bool, err error) {
	body, err := encodeBody(contents)
	if err != nil {
		return false, err
	}
	own := temporary(path + "." + who)
	f, err := d.Create(own)
	if err != nil {
		return false, unwritten(path, err)
	}
	if err = write(f, sealBody(manifestSchema, body)); err != nil {
		f.Close()
	} else {
		first, err = publishOnce(d, f, own, path)
	}
	if err != nil {
		d.Remove(own)
		return false, unwritten(path, err)
	}
	return first, nil
}

// ReadManifest reads the manifest at path. The error is *Damaged if it is not
// what was written, byte for byte, and *Foreign if another version wrote it,
// with other fields than T has. If there is none, it is fs.ErrNotExist.
//
// T must be a type whose JSON gives the same JSON again when it was read, as
// structs of plain fields do.
func ReadManifest[T any](d Disk, path string, contents *T) error {
	text, err := readAll(d, path)
	if err != nil {
		return err
	}
	body, err := openBody(path, text)
	if err != nil {
		return err
	}
	var got T
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&got); err != nil {
		return &Foreign{path, fmt.Sprintf("another version of the program wrote it (%v)", err)}
	}
	if again, err := encodeBody(got); err != nil || !bytes.Equal(again, body) {
		return &Foreign{path, "another version of the program wrote it, with other fields"}
	}
	*contents = got
	return nil
}

func encodeBody(contents any) ([]byte, error) {
	body, err := json.MarshalIndent(contents, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("runs: these contents are not for a manifest: %w", err)
	}
	return body, nil
}

// sealBody is the text of a manifest. The checksum covers the schema as well.
func sealBody(schema string, body []byte) []byte {
	name, _ := json.Marshal(schema) // a string always has a JSON form
	s := sha256.New()
	s.Write(name)
	s.Write(body)
	return fmt.Appendf(nil, "{\"schema\": %s,\n\"checksum\": \"%x\",\n\"run\": %s}\n", name, s.Sum(nil), body)
}

// openBody checks the text of a manifest and takes its body out. A text is
// intact only if sealing its body gives the same text.
func openBody(path string, text []byte) (body []byte, err error) {
	var m struct {
		Schema   string          `json:"schema"`
		Checksum string          `json:"checksum"`
		Run      json.RawMessage `json:"run"`
	}
	if err := json.Unmarshal(text, &m); err != nil {
		return nil, &Damaged{path, 0, fmt.Sprintf("it is not a manifest (%v)", err)}
	}
	if !bytes.Equal(text, sealBody(m.Schema, m.Run)) {
		return nil, &Damaged{path, 0, "the checksum of the manifest does not match"}
	}
	if m.Schema != manifestSchema {
		return nil, &Foreign{path, fmt.Sprintf("it has form %q, and this program reads %q", m.Schema, manifestSchema)}
	}
	return m.Run, nil
}

func readAll(d Disk, path string) ([]byte, error) {
	f, err := d.Open(path)
	if err != nil {
		return nil, unread(path, err)
	}
	defer f.Close()
	size, err := f.Size()
	if err != nil {
		return nil, unread(path, err)
	}
	if size > maxManifest {
		return nil, &Damaged{path, 0, fmt.Sprintf("%d bytes are too many for a manifest", size)}
	}
	text := make([]byte, size)
	if n, err := f.ReadAt(text, 0); n < len(text) && err != nil && !errors.Is(err, io.EOF) {
		return nil, unread(path, err)
	}
	return text, nil
}
