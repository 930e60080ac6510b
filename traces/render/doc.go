// Package render writes traces in the formats that people and other tools
// read.
//
//	f, err := render.Read(file)                          // json or itf
//	err = render.Render(os.Stdout, f, "svg", render.Options{})
//
// Formats lists what there is, with what each can do; a format more is a line
// in that list and a function. Pictures are drawn from the model's views alone;
// what they say in words comes from package tell.
package render
