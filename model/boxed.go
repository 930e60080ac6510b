package model

import (
	"fmt"
	"reflect"
	"unsafe"
)

// Box is room for a small state of any type. All that explores, replays and tells is
// compiled for each type of state anew, which is most of a megabyte of program; models
// whose states lie in boxes share one copy of it.
//
// A state is the beginning of its box, and the rest is zero. So equal boxes are equal
// states, in the same order, and a pointer to the one is a pointer to the other. A
// model has its states by pointers only, but for the initial ones, and neither a Steps
// nor a func changes its shape with the type behind a pointer; Boxed depends on that,
// and everything unsafe about it is in this file.
type Box [10]uint64

// Boxed is the template behind t, a *Template[S], with its states in boxes. It panics
// if a state has no room there or is not plain: that is a mistake of who wrote the
// program, and shows whenever it starts.
//
// It does not take a *Template[S], because types of variables in a generic function
// are kept for reflection: those that they lead to, too, with all their methods, once
// anything in the program finds methods by name, as kong and html/template do. That was
// 150 KB of program for each S.
func Boxed[S comparable](t unsafe.Pointer) Template[Box] {
	if err := CheckPlain[S](); err != nil {
		panic(err)
	}
	return boxed(*(*Template[Box])(t), reflect.TypeFor[S](), func(m *Model[Box], add func(Box)) {
		init := *(*func(add func(S)))(unsafe.Pointer(&m.Init))
		init(func(s S) { add(boxOf(unsafe.Pointer(&s), unsafe.Sizeof(s))) })
	})
}

// boxed makes a template's models those of boxes. Its type says that they are already,
// which is true of all that goes by pointers. What is not is made so: initial states,
// which starts adds in boxes, and the Widest, behind which there is no room of a box.
func boxed(t Template[Box], layout reflect.Type, starts func(m *Model[Box], add func(Box))) Template[Box] {
	if room := unsafe.Sizeof(Box{}); layout.Size() > room {
		panic(fmt.Sprintf("model: a state of %s takes %d bytes, and a box has %d", t.Name, layout.Size(), room))
	}
	build := t.New
	t.New = func(v Values) (*Model[Box], error) {
		m, err := build(v)
		if m == nil || err != nil {
			return nil, err
		}
		out := *m
		out.layout = layout
		if m.Init != nil {
			out.Init = func(add func(Box)) { starts(m, add) }
		}
		out.Widest = new(Box)
		if m.Widest != nil {
			*out.Widest = boxOf(unsafe.Pointer(m.Widest), layout.Size())
		} else {
			SetAllBits(out.Value(out.Widest)) // of the state; its box has more
		}
		return &out, nil
	}
	return t
}

// boxOf puts a state of so many bytes into a box.
func boxOf(s unsafe.Pointer, size uintptr) (box Box) {
	copy(bytesOf(&box, size), unsafe.Slice((*byte)(s), size))
	return box
}

// Layout is the type that a state has: S, unless that is a Box.
func (m *Model[S]) Layout() reflect.Type {
	if m.layout != nil {
		return m.layout
	}
	return reflect.TypeFor[S]()
}

// Value is a state with its fields, for who goes through them.
func (m *Model[S]) Value(s *S) reflect.Value {
	return reflect.NewAt(m.Layout(), unsafe.Pointer(s)).Elem()
}
