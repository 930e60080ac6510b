package frontier

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// item is a state in the twin: a slice that is searched.
type item struct {
	number  uint64
	promise int
}

// newest and best are the twins of Stack and Promising: which of the items to
// take next.
func newest(items []item) int { return len(items) - 1 }

func best(items []item) (at int) {
	for i := range items {
		if items[i].promise > items[at].promise {
			at = i
		}
	}
	return at
}

func TestFrontiersAgreeWithASlice(t *testing.T) {
	for name, c := range map[string]struct {
		open func() Frontier
		next func([]item) int
	}{
		"stack":     {NewStack, newest},
		"promising": {NewPromising, best},
	} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				f := c.open()
				defer f.Free()
				var twin []item
				promises := rapid.SampledFrom([]int{1, 3, 1000}).Draw(t, "promises")
				for range rapid.IntRange(1, 20).Draw(t, "rounds") {
					for range rapid.IntRange(0, 200).Draw(t, "pushed") {
						x := item{uint64(len(twin)) * 7, rapid.IntRange(-promises, promises).Draw(t, "promise")}
						twin = append(twin, x)
						if err := f.Push(x.number, x.promise); err != nil {
							t.Fatal(err)
						}
					}
					for range rapid.IntRange(0, 150).Draw(t, "popped") {
						number, ok := f.Pop()
						if ok != (len(twin) > 0) {
							t.Fatalf("pop: %v, with %d states in the twin", ok, len(twin))
						}
						if ok {
							i := c.next(twin)
							if number != twin[i].number {
								t.Fatalf("%d comes next, in the twin %d", number, twin[i].number)
							}
							twin = slices.Delete(twin, i, i+1)
						}
					}
					if f.Len() != uint64(len(twin)) || f.Len() > 0 && f.Bytes() < 8*f.Len() {
						t.Fatalf("%d states in %d bytes, %d in the twin", f.Len(), f.Bytes(), len(twin))
					}
				}
			})
		})
	}
}

// TestBlocksComeBack: a frontier that is emptied again and again takes no more
// memory than its largest size asks for, and no heap for each state.
func TestBlocksComeBack(t *testing.T) {
	for name, open := range map[string]func() Frontier{"stack": NewStack, "promising": NewPromising} {
		f := open()
		round := func() {
			for i := range uint64(50_000) {
				if err := f.Push(i, int(i%5)); err != nil {
					t.Fatal(err)
				}
			}
			for range 50_000 {
				f.Pop()
			}
		}
		round()
		once := f.Bytes()
		if allocated := testing.AllocsPerRun(3, round); allocated > 100 {
			t.Errorf("%s: %.0f allocations for 50,000 states", name, allocated)
		}
		if once > 50_000*8*5/4+256<<10 || f.Bytes() > once {
			t.Errorf("%s: %d bytes for 50,000 states, %d after some rounds", name, once, f.Bytes())
		}
		f.Free()
	}
}
