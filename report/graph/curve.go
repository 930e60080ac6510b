package graph

import (
	"fmt"
	"math"

	"mc/term"
)

// curve is a cubic Bézier curve, the course of an edge.
type curve [4][2]float64

// at is the point of the curve at t, from 0 to 1.
func (c curve) at(t float64) (x, y float64) {
	u := 1 - t
	for i, weight := range [4]float64{u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t} {
		x, y = x+weight*c[i][0], y+weight*c[i][1]
	}
	return x, y
}

func (c curve) path() string {
	return fmt.Sprintf("M%.1f %.1fC%.1f %.1f %.1f %.1f %.1f %.1f", c[0][0], c[0][1], c[1][0], c[1][1], c[2][0], c[2][1],
		c[3][0], c[3][1])
}

// aside is how much above the middle of a state the steps forward begin and end,
// and how much below it those back, so that the two do not lie on one another. It
// fits into a state of one line.
const aside = 7

// course is the way of an edge. Steps to a later column leave on the right and
// arrive on the left; steps back go the other way, those over several columns in
// an arc below; steps within a column bulge to the right.
func (l *layout) course(e *Edge) curve {
	a, b := &l.boxes[e.From], &l.boxes[e.To]
	ay, by := a.y+a.h/2, b.y+b.h/2
	span := l.g.Nodes[e.To].Level - l.g.Nodes[e.From].Level
	switch {
	case span > 0:
		x, to, ay, by := a.x+a.w, b.x, ay-aside, by-aside
		pull := (to - x) * 0.4
		return curve{{x, ay}, {x + pull, ay}, {to - pull, by}, {to, by}}
	case span == 0:
		x := a.x + a.w
		bulge := x + (roomOf(e.label()).w/2+6)/0.75 // where the text stands in the middle, it is clear of the states
		if by < ay {
			bulge += 12 // beside the step down
		}
		return curve{{x, ay}, {bulge, ay}, {bulge, by}, {x, by}}
	}
	x, to, ay, by := a.x, b.x+b.w, ay+aside, by+aside
	pull, sag := math.Max((x-to)*0.4, 24), 0.0
	if span < -1 {
		sag = math.Min(30+18*float64(-span), 160)
	}
	return curve{{x, ay}, {x - pull, ay + sag}, {to + pull, by + sag}, {to, by}}
}

// area is a rectangle that a text takes.
type area struct{ x, y, w, h float64 }

// common is how much two areas cover together.
func (a area) common(b area) float64 {
	w := math.Min(a.x+a.w, b.x+b.w) - math.Max(a.x, b.x)
	h := math.Min(a.y+a.h, b.y+b.h) - math.Max(a.y, b.y)
	if w <= 0 || h <= 0 {
		return 0
	}
	return w * h
}

// spots are where on its curve the text of an edge may stand, best first.
var spots = []float64{0.5, 0.42, 0.58, 0.34, 0.66, 0.27, 0.73, 0.2, 0.8}

// labels finds a place for the text of every edge: of the spots of its curve the
// first at which it covers no state and no text that has its place already, else
// that at which it covers least.
func (l *layout) labels(edges []*Edge, curves []curve) []area {
	taken := make([]area, 0, len(l.boxes)+len(edges))
	for _, b := range l.boxes {
		taken = append(taken, area{b.x, b.y, b.w, b.h})
	}
	out := make([]area, len(edges))
	for i, e := range edges {
		out[i] = freest(e.label(), curves[i], taken)
		taken = append(taken, out[i])
	}
	return out
}

// roomOf is the size of the text of an edge.
func roomOf(lines []string) area {
	room := area{h: float64(len(lines)) * edgeHigh}
	for _, line := range lines {
		room.w = math.Max(room.w, wide(term.Clip(line, labelWide)))
	}
	return room
}

func freest(lines []string, c curve, taken []area) (best area) {
	room := roomOf(lines)
	least := math.Inf(1)
	for _, t := range spots {
		x, y := c.at(t)
		room.x, room.y = x-room.w/2, y-room.h/2
		covered := 0.0
		for _, other := range taken {
			covered += room.common(other)
		}
		if covered < least {
			best, least = room, covered
		}
	}
	return best
}
