package render

// Contained says what of a text has got out of a rendering.
var Contained = contained
