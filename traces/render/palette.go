package render

import (
	_ "embed"
	"strings"
)

// pictureCSS styles the drawing, in terms of the palette's names.
//
//go:embed page/picture.css
var pictureCSS string

// color is one name of the palette, for light and for dark surroundings.
type color struct{ name, light, dark string }

var palette = []color{
	{"bg", "#fbfaf7", "#17181b"},
	{"ink", "#1d1f23", "#ecebe6"},
	{"dim", "#646871", "#a3a6ae"},
	{"line", "#d3cfc4", "#3a3d44"},
	{"card", "#ffffff", "#1f2125"},
	{"lane", "#f1eee6", "#26282d"},
	{"bad", "#b3212a", "#ff8484"},
	{"good", "#16694a", "#74d3a4"},
	{"note", "#2a4fc4", "#9db9ff"},
	{"sel", "#e6ecfd", "#28324f"},
	{"arrow", "#646871", "#a3a6ae"},
	{"cell", "#16181c", "#f4f3ef"},
	{"e0", "#9ecae9", "#2b5f89"},
	{"e1", "#f6c667", "#80600f"},
	{"e2", "#b7d7a8", "#3f6b35"},
	{"e3", "#e3b3d4", "#7a4168"},
	{"e4", "#c9c2f0", "#514a94"},
	{"e5", "#f3b49b", "#8a4a30"},
}

// epochColors is how many epochs have a colour of their own; then they repeat.
const epochColors = 6

// variables is the palette as custom properties that follow the reader's
// colour scheme.
func variables() string {
	var out strings.Builder
	for _, c := range palette {
		out.WriteString("--" + c.name + ":light-dark(" + c.light + "," + c.dark + ");")
	}
	return out.String()
}

// fixed is a style sheet with the palette's colours written out, for viewers
// that know no custom properties.
func fixed(css string, dark bool) string {
	for _, c := range palette {
		value := c.light
		if dark {
			value = c.dark
		}
		css = strings.ReplaceAll(css, "var(--"+c.name+")", value)
	}
	return css
}
