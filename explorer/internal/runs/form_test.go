package runs_test

import (
	"bytes"
	"encoding/hex"
	"strings"
	"testing"

	"mc/explorer/internal/runs"
	"mc/explorer/internal/runs/runstest"
)

// TestForm pins the bytes of files: what is on a disk outlives the program. What
// is compressed need only be read: codecs write it in different ways.
func TestForm(t *testing.T) {
	h := runs.Header{Words: 2, Rules: true, Run: [16]byte{0xa0, 15: 0xaf}, Part: 0x0102030405060708}
	head := []string{
		"6d632072756e730a", "02000000", "02000000", "01000000", "00040000",
		"a00000000000000000000000000000af", "0807060504030201", "000000000000000000000000", "2497d480",
	}
	asTheyAre := records{h, []uint64{0x1122334455667788, 1, 2, 3}, []byte{0xfe, 0xff}}
	form := hexed(t, append(head[:len(head):len(head)],
		"8877665544332211", "0100000000000000", "7a8899aabbccddee", "0300000000000000", "feff",
		"8877665544332211", "0100000000000000", "22000000", "7167c7e2",
		"6d6320656e64730a", "0200000000000000", "df29a62e", "b6842430", "00000000", "471dba78"))
	compressed := hexed(t, append(head[:len(head):len(head)],
		"44", "04070036", "01000001", "360f0004", "00011500", "06461000", "080101", "01",
		"0700000000000000", "0000000000000000", "19000000", "95c75a4a",
		"6d6320656e64730a", "0400000000000000", "2aca6c3d", "c18dc564", "00000000", "568d6abb"))
	d := runstest.NewMemory()
	if mustStore(t, d, path, asTheyAre); !bytes.Equal(d.Get(path), form) {
		t.Errorf("the file is\n%x\nand not\n%x", d.Get(path), form)
	}
	for _, file := range []struct {
		form []byte
		want records
	}{{form, asTheyAre}, {compressed, records{h, []uint64{7, 0, 8, 0, 9, 0, 10, 0}, []byte{1, 1, 1, 1}}}} {
		d.Put(path, file.form)
		if got, err := load(d, path, h); err != nil || !got.equal(file.want) {
			t.Errorf("%x is read as %+v, %v", file.form, got, err)
		}
	}
}

func hexed(t *testing.T, parts []string) []byte {
	b, err := hex.DecodeString(strings.Join(parts, ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}
