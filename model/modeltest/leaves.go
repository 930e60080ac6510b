package modeltest

import (
	"encoding/binary"
	"fmt"
	"reflect"
	"unsafe"

	"mc/model"
)

// leaf is a boolean or number of a state.
type leaf struct {
	path   string // "Brokers[0].HW"
	offset uintptr
	size   uintptr
	flag   bool // a boolean
	signed bool
}

// leavesOf lists the leaves of a plain type.
func leavesOf(t reflect.Type, path string, offset uintptr) (all []leaf) {
	switch t.Kind() {
	case reflect.Array:
		for i := range t.Len() {
			all = append(all, leavesOf(t.Elem(), fmt.Sprintf("%s[%d]", path, i), offset+uintptr(i)*t.Elem().Size())...)
		}
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			name := path + "." + f.Name
			if path == "" {
				name = f.Name
			}
			all = append(all, leavesOf(f.Type, name, offset+f.Offset)...)
		}
	default:
		k := t.Kind()
		all = []leaf{{path, offset, t.Size(), k == reflect.Bool, k >= reflect.Int && k <= reflect.Int64}}
	}
	return all
}

// owners tells for each byte of a state which leaf it belongs to.
func owners(leaves []leaf) (owner []int) {
	for k := range leaves {
		for range leaves[k].size {
			owner = append(owner, k)
		}
	}
	return owner
}

// of is the leaf's value in the bytes of a state.
func (l *leaf) of(state []byte) uint64 {
	var word [8]byte
	copy(word[:], state[l.offset:l.offset+l.size])
	return binary.NativeEndian.Uint64(word[:])
}

// most is the value with every bit set.
func (l *leaf) most() uint64 {
	if l.flag {
		return 1
	}
	return ^uint64(0) >> (64 - 8*l.size)
}

func bytesOf[S any](s *S) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(s)), unsafe.Sizeof(*s))
}

// stray is the place of a bit that s has and widest has not, or "".
func (c *conformity[S]) stray(s *S) string {
	if c.m.Widest == nil {
		return ""
	}
	have, may := bytesOf(s), bytesOf(c.m.Widest)
	for i := range have {
		if have[i]&^may[i] != 0 {
			l := &c.leaves[c.owner[i]]
			return fmt.Sprintf("%T.%s, which is %d", *s, l.path, l.of(have))
		}
	}
	return ""
}

// motion is what a rule was seen to do to a number.
type motion struct {
	ups, downs  int  // steps by one
	over, under bool // from the largest to the smallest value; from 0 to the largest
}

// place is a number of the state and a rule that changes it.
type place struct {
	rule uint16
	leaf int
}

// note looks at how a step changes the numbers of a state, to tell a counter
// that wraps from a mask that is cleared.
func (c *conformity[S]) note(step *model.Transition[S], before *S) {
	was, is := bytesOf(before), bytesOf(&step.After)
	for i := 0; i < len(was); i++ {
		if was[i] == is[i] {
			continue
		}
		k := c.owner[i]
		l := &c.leaves[k]
		i = int(l.offset+l.size) - 1
		old, now := l.of(was), l.of(is)
		if l.flag {
			continue
		}
		at := place{step.Action.Rule, k}
		m := c.motions[at]
		if m == nil {
			m = &motion{}
			c.motions[at] = m
		}
		least, most := uint64(0), l.most()
		if l.signed {
			least, most = most>>1+1, most>>1
		}
		switch {
		case old == most && now == least:
			m.over = true
		case old == least && now == most:
			m.under = true
		case now == old+1:
			m.ups++
		case now == old-1:
			m.downs++
		}
	}
}

// wrapped complains of the counters that wrapped: numbers that a rule
// otherwise changes by one in the same direction.
func (c *conformity[S]) wrapped() (all []string) {
	for at, m := range c.motions {
		if m.over && m.ups > 8 || m.under && m.downs > 0 {
			all = append(all, fmt.Sprintf("rule %s: %s wraps from one end of its range to the other; bound it by a guard, or let it stop there (model.Up, model.Down)",
				c.m.Rules[at.rule].Name, c.leaves[at.leaf].path))
		}
	}
	return all
}
