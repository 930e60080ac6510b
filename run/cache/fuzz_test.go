package cache

import (
	"os"
	"testing"
)

// FuzzGet reads any bytes as a kept result: it is what was put, or there is none.
func FuzzGet(f *testing.F) {
	f.Add([]byte(`{"key":"k","sum":"","body":1}`))
	f.Add([]byte(`{"key":"k","sum":"6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b","body":1}`))
	f.Add([]byte(`[`))
	c, err := Open(f.TempDir())
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := os.WriteFile(c.file("k"), data, 0o666); err != nil {
			t.Fatal(err)
		}
		var value any
		if !c.Get("k", &value) {
			return
		}
		if err := c.Put("k", value); err != nil {
			t.Fatal(err)
		}
		var again any
		if !c.Get("k", &again) {
			t.Errorf("%q is %v, which is not found again", data, value)
		}
	})
}
