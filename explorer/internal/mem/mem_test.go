package mem

import "testing"

func TestWordsAreZeroAndForgettable(t *testing.T) {
	w, err := Words(1 << 20)
	if err != nil {
		t.Fatal(err)
	}
	defer Free(w)
	for i := range w {
		if w[i] != 0 {
			t.Fatalf("word %d is %x", i, w[i])
		}
		w[i] = uint64(i) + 1
	}
	Forget(w[3 : len(w)-3]) // neither end on a page's edge
	for _, i := range []int{0, 1, 2, len(w) - 3, len(w) - 2, len(w) - 1} {
		if w[i] != uint64(i)+1 {
			t.Errorf("word %d was not to be forgotten, but is %d", i, w[i])
		}
	}
	Forget(w[5:6])
	if w[5] != 6 && w[5] != 0 {
		t.Errorf("word 5 is %d", w[5])
	}
	Forget(nil)
}
