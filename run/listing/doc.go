// Package listing lists what there is to name: models, variants, switches,
// rules, properties, specs. A [List] gives the rows that a [Filter] keeps, as
// values for JSON and as lines that are laid out for as many columns as there
// are.
package listing
