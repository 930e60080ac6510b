package cache

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
)

// Cache is a directory of results. A nil Cache keeps nothing.
type Cache struct{ dir string }

// DefaultDir is where results are kept unless the user says otherwise.
func DefaultDir() (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("cache: the system has no place for results: %w", err)
	}
	return filepath.Join(dir, "mc"), nil
}

// Open is the part of dir that belongs to this binary.
func Open(dir string) (*Cache, error) {
	binary, err := binarySum()
	if err != nil {
		return nil, err
	}
	c := &Cache{filepath.Join(dir, binary)}
	if err := os.MkdirAll(c.dir, 0o755); err != nil {
		return nil, fmt.Errorf("cache: %w", err)
	}
	return c, prune(dir)
}

// binarySum tells this binary from every other.
var binarySum = sync.OnceValues(func() (string, error) {
	name, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("cache: %w", err)
	}
	f, err := os.Open(name)
	if err != nil {
		return "", fmt.Errorf("cache: %w", err)
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", fmt.Errorf("cache: %w", err)
	}
	return hex.EncodeToString(h.Sum(nil)[:nameBytes]), nil
})

// Program is a sum of this binary: the name of its part of a cache.
func Program() (string, error) { return binarySum() }

// nameBytes of a sum are the name of a directory.
const nameBytes = 16

// Key names what a result depends on: the same parts, the same key.
func Key(parts any) string {
	text, err := json.Marshal(parts)
	if err != nil {
		panic("cache: a key is made of plain data: " + err.Error())
	}
	return fmt.Sprintf("%x", sha256.Sum256(text))
}

// entry is the form of a result on disk.
type entry struct {
	Key  string          `json:"key"`
	Sum  string          `json:"sum"` // of the body, so that damage shows
	Body json.RawMessage `json:"body"`
}

// ErrNone is that nothing is kept under a key.
var ErrNone = errors.New("cache: there is no such result")

// Damaged is an entry that is there and not whole, or that cannot be read. It is not
// believed, and the next Put replaces it.
type Damaged struct{ File string }

func (e *Damaged) Error() string { return fmt.Sprintf("cache: %s is damaged", e.File) }

// Read reads the result kept under key into value. The error is ErrNone if there is
// none, or says that it is Damaged.
func (c *Cache) Read(key string, value any) error {
	if c == nil {
		return ErrNone
	}
	data, err := os.ReadFile(c.file(key))
	switch {
	case errors.Is(err, os.ErrNotExist):
		return ErrNone
	case err != nil:
		return &Damaged{c.file(key)}
	}
	var e entry
	if json.Unmarshal(data, &e) != nil || e.Key != key || e.Sum != sum(e.Body) || json.Unmarshal(e.Body, value) != nil {
		return &Damaged{c.file(key)}
	}
	return nil
}

// Get reads the result kept under key into value, and reports whether there
// is one that is whole.
func (c *Cache) Get(key string, value any) bool { return c.Read(key, value) == nil }

// Put keeps value under key. It is published by a rename, so that nobody
// reads half of it.
func (c *Cache) Put(key string, value any) error {
	if c == nil {
		return nil
	}
	body, err := json.Marshal(value)
	if err != nil {
		return fmt.Errorf("cache: %w", err)
	}
	data, err := json.Marshal(entry{key, sum(body), body})
	if err != nil {
		return fmt.Errorf("cache: %w", err)
	}
	f, err := os.CreateTemp(c.dir, "new-*")
	if err != nil {
		return fmt.Errorf("cache: %w", err)
	}
	_, err = f.Write(data)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(f.Name(), c.file(key))
	}
	if err != nil {
		os.Remove(f.Name())
		return fmt.Errorf("cache: %w", err)
	}
	return nil
}

func (c *Cache) file(key string) string { return filepath.Join(c.dir, key+".json") }

func sum(body []byte) string { return fmt.Sprintf("%x", sha256.Sum256(body)) }
