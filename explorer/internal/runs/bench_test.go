package runs_test

import (
	"path/filepath"
	"testing"

	"mc/explorer/internal/runs"
)

// benchRecords make a file of 17 MB.
const benchRecords = 1 << 20

func BenchmarkWrite(b *testing.B) {
	for name, d := range map[string]runs.Disk{"disk": runs.OS{}, "formatting": devNull{}} {
		b.Run(name, func(b *testing.B) {
			want := made(runs.Header{Words: 2, Rules: true}, 4*runs.BlockRecords, 1)
			path := filepath.Join(b.TempDir(), "run")
			w, err := runs.Create(d, path, want.head)
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(len(want.rules)) * 17)
			for b.Loop() {
				if err := appendAll(w, want); err != nil {
					b.Fatal(err)
				}
			}
			w.Abort()
		})
	}
}

func BenchmarkRead(b *testing.B) {
	d, path := runs.OS{}, filepath.Join(b.TempDir(), "run")
	want := made(runs.Header{Words: 2, Rules: true}, benchRecords, 1)
	mustStore(b, d, path, want)
	r, err := runs.Open(d, path, want.head)
	if err != nil {
		b.Fatal(err)
	}
	defer r.Close()
	states, rules := make([]uint64, 2*runs.BlockRecords), make([]byte, runs.BlockRecords)
	b.SetBytes(17 * runs.BlockRecords)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, err := r.ReadBlock(i%r.Blocks(), states, rules); err != nil {
			b.Fatal(err)
		}
	}
}
