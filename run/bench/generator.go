package bench

import (
	"unsafe"

	"mc/model"
)

// node is a state of 16 bytes that costs nothing to make. It lies in a box, as the
// states of small models do, whose engine this is then.
type node struct{ X, Echo uint64 }

// boxedNothing is nearlyNothing in a box.
func boxedNothing() (*model.Model[model.Box], error) {
	t := model.Template[node]{Name: "generator", New: func(model.Values) (*model.Model[node], error) { return nearlyNothing(), nil }}
	return model.Boxed[node](unsafe.Pointer(&t)).New(nil)
}

const (
	nodeBits = 23
	nodeMask = 1<<nodeBits - 1
)

// nearlyNothing is a model whose rule is a few machine instructions: what is
// left is the engine. Every state has four successors.
func nearlyNothing() *model.Model[node] {
	return &model.Model[node]{
		Name: "generator",
		Doc:  "Four full-period congruential generators from one seed.",
		Init: func(add func(node)) { add(node{}) },
		Rules: []model.Rule[node]{{Name: "Next", Doc: "Go on to the next number of one of the generators.",
			Params: []model.Param{{Name: "generator"}},
			Expand: func(s *node, out *model.Steps[node]) {
				for i, c := range [4]uint64{0x2545f1, 0x1b3, 0x3c6ef3, 0x5851f5} {
					n := out.Step(uint8(i))
					n.X = (s.X*0x19660d + c) & nodeMask
					n.Echo = n.X * 0x9e3779b97f4a7c15
				}
			}}},
	}
}
