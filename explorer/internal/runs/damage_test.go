package runs_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"slices"
	"testing"

	"mc/explorer/internal/runs"
	"mc/explorer/internal/runs/runstest"
)

// believed reads data as a file and tells whether it was taken for good.
func believed(t testing.TB, data []byte, h runs.Header) bool {
	t.Helper()
	d := runstest.NewMemory()
	d.Put(path, data)
	_, err := load(d, path, h)
	if err != nil && !refused(err) {
		t.Errorf("the refusal is %v", err)
	}
	return err == nil
}

// whole is the bytes of a file of n records.
func whole(t testing.TB, h runs.Header, n int, salt uint64) []byte {
	t.Helper()
	d := runstest.NewMemory()
	mustStore(t, d, path, made(h, n, salt))
	return d.Get(path)
}

// TestEveryChange changes every byte of a small file to every other value, and
// every bit of one with several blocks.
func TestEveryChange(t *testing.T) {
	for _, h := range []runs.Header{{Words: 2, Rules: true, Run: [16]byte{1, 2, 3}}, {Words: 1}} {
		data := whole(t, h, 3, 0)
		for at, was := range data {
			for v := range 256 {
				if data[at] = byte(v); believed(t, data, h) != (data[at] == was) {
					t.Errorf("byte %d changed from %d to %d: believed is %v", at, was, v, data[at] != was)
				}
			}
			data[at] = was
		}
		data = whole(t, h, 2*runs.BlockRecords+3, 0)
		for at := range data {
			bit := byte(1) << (at % 8)
			if data[at] ^= bit; believed(t, data, h) {
				t.Errorf("byte %d of several blocks changed and was believed", at)
			}
			data[at] ^= bit
		}
	}
}

// TestEveryLength cuts a file everywhere, and makes it longer.
func TestEveryLength(t *testing.T) {
	h := runs.Header{Words: 1, Rules: true}
	for _, n := range []int{0, 3, runs.BlockRecords + 1} {
		data := whole(t, h, n, 0)
		for k := range data {
			if believed(t, data[:k], h) {
				t.Errorf("the first %d bytes of %d were believed", k, len(data))
			}
			if believed(t, append(slices.Clone(data[:k]), make([]byte, len(data)-k)...), h) && !allZero(data[k:]) {
				t.Errorf("zeros from byte %d of %d on were believed", k, len(data))
			}
		}
		for k := 1; k < 200; k++ {
			if believed(t, append(slices.Clone(data), make([]byte, k)...), h) || believed(t, append(slices.Clone(data), data[len(data)-min(k, len(data)):]...), h) {
				t.Errorf("%d bytes more were believed", k)
			}
		}
	}
}

func allZero(b []byte) bool { return len(bytes.Trim(b, "\x00")) == 0 }

// TestMixedUp puts intact blocks and files where they do not belong.
func TestMixedUp(t *testing.T) {
	h := runs.Header{Words: 2, Rules: true, Run: [16]byte{1}, Part: 5}
	data := whole(t, h, 3*runs.BlockRecords, 0)
	size := (len(data) - 64 - 32 - 3*(2*8+8)) / 3 // of each block: the states are random, and nothing is gained
	block := func(b []byte, i int) []byte { return b[64+i*size:][:size] }
	swapped := slices.Clone(data)
	copy(block(swapped, 0), block(data, 1))
	copy(block(swapped, 1), block(data, 0))
	twice := slices.Clone(data)
	copy(block(twice, 2), block(data, 1))
	stranger, sibling, older := slices.Clone(data), slices.Clone(data), slices.Clone(data)
	otherRun, otherPart := h, h
	otherRun.Run[15], otherPart.Part = 1, 6
	copy(stranger[64:], whole(t, otherRun, 3*runs.BlockRecords, 0)[64:]) // all but the head
	copy(sibling[64:], whole(t, otherPart, 3*runs.BlockRecords, 0)[64:])
	copy(block(older, 1), block(whole(t, h, 3*runs.BlockRecords, 9), 1)) // only the index tells
	for name, b := range map[string][]byte{"swapped": swapped, "twice": twice, "stranger": stranger, "sibling": sibling, "older": older} {
		if believed(t, b, h) {
			t.Errorf("%s: believed", name)
		}
	}
	if !believed(t, data, h) {
		t.Error("the file itself is not believed")
	}
	var damaged *runs.Damaged
	d := runstest.NewMemory()
	d.Put(path, data)
	if _, err := runs.Open(d, path, otherPart); !errors.As(err, &damaged) {
		t.Errorf("a file in the place of another: %v", err)
	}
}

// TestForeign tells files of other runs and versions from damaged ones.
func TestForeign(t *testing.T) {
	h := runs.Header{Words: 2, Rules: true, Run: [16]byte{1}}
	data := whole(t, h, 3, 0)
	with := func(change func(*runs.Header)) (runs.Header, []byte) {
		o := h
		change(&o)
		return o, data
	}
	patched := func(at int, v byte) (runs.Header, []byte) {
		b := slices.Clone(data)
		b[at] = v
		sealHead(b)
		return h, b
	}
	type file struct {
		want runs.Header
		data []byte
	}
	made := func(h runs.Header, b []byte) file { return file{h, b} }
	for name, f := range map[string]file{
		"run":     made(with(func(h *runs.Header) { h.Run[7] = 1 })),
		"words":   made(with(func(h *runs.Header) { h.Words = 3 })),
		"rules":   made(with(func(h *runs.Header) { h.Rules = false })),
		"version": made(patched(8, 1)),
		"flags":   made(patched(17, 1)),
		"block":   made(patched(20, 1)),
		"rest":    made(patched(59, 1)),
	} {
		d := runstest.NewMemory()
		d.Put(path, f.data)
		var foreign *runs.Foreign
		if _, err := runs.Open(d, path, f.want); !errors.As(err, &foreign) || !refused(err) {
			t.Errorf("%s: %v", name, err)
		}
	}
	sealHead(data)
	if !believed(t, data, h) {
		t.Error("the file itself is not believed")
	}
}

// sealHead makes the checksums of head and foot right, so that what they
// protect is looked at.
func sealHead(b []byte) {
	table := crc32.MakeTable(crc32.Castagnoli)
	binary.LittleEndian.PutUint32(b[60:], crc32.Checksum(b[:60], table))
	foot := b[len(b)-32:]
	binary.LittleEndian.PutUint32(foot[28:], crc32.Update(crc32.Checksum(b[:60], table), table, foot[:28]))
}

// FuzzOpen reads any bytes as a file, also with the checksums of head and foot
// made right. Whatever is believed must be what a writer writes.
func FuzzOpen(f *testing.F) {
	h := runs.Header{Words: 2, Rules: true, Run: [16]byte{1}}
	f.Add(whole(f, h, 0, 0), false)
	f.Add(whole(f, h, 3, 0), true)
	f.Add(whole(f, h, runs.BlockRecords+1, 0), true)
	f.Fuzz(func(t *testing.T, data []byte, seal bool) {
		if data = slices.Clone(data); seal && len(data) >= 96 {
			sealHead(data)
		}
		d := runstest.NewMemory()
		d.Put(path, data)
		got, err := load(d, path, h)
		if err != nil {
			if !refused(err) {
				t.Errorf("the refusal is %v", err)
			}
			return
		}
		mustStore(t, d, "again", got)
		if !bytes.Equal(d.Get("again"), data) {
			t.Error("bytes that no writer writes are believed")
		}
	})
}

// FuzzReadBlock overwrites a part of a file and reads each block: it is
// refused or as it was.
func FuzzReadBlock(f *testing.F) {
	h := runs.Header{Words: 2, Rules: true, Run: [16]byte{1}}
	n := runs.BlockRecords + 3
	want, data := made(h, n, 0), whole(f, h, n, 0)
	f.Add(70, []byte{1})
	f.Add(64+runs.BlockRecords*17, []byte{0, 4, 0, 0, 1, 2, 3, 4})
	f.Fuzz(func(t *testing.T, at int, patch []byte) {
		b := slices.Clone(data)
		copy(b[uint(at)%uint(len(b)):], patch)
		d := runstest.NewMemory()
		d.Put(path, b)
		r, err := runs.Open(d, path, h)
		if err != nil {
			return
		}
		states, rules := make([]uint64, 2*runs.BlockRecords), make([]byte, runs.BlockRecords)
		for i := range r.Blocks() {
			k, err := r.ReadBlock(i, states, rules)
			if err != nil {
				if !refused(err) {
					t.Errorf("the refusal is %v", err)
				}
				continue
			}
			from := i * runs.BlockRecords
			if fmt.Sprint(states[:2*k], rules[:k]) != fmt.Sprint(want.states[2*from:2*(from+k)], want.rules[from:from+k]) {
				t.Errorf("block %d was changed and is believed", i)
			}
		}
	})
}
