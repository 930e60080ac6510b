package pipeline

import (
	"encoding/json"
	"io"
	"net/url"
	"path/filepath"
	"strings"

	"mc/term"
	"mc/traces"
)

// What is used of SARIF 2.1.0, by the names that it has there.
type (
	sarifLog struct {
		Version string     `json:"version"`
		Schema  string     `json:"$schema"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool        sarifTool         `json:"tool"`
		ColumnKind  string            `json:"columnKind"`
		Invocations []sarifInvocation `json:"invocations"`
		Results     []sarifResult     `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifInvocation struct {
		ExecutionSuccessful bool `json:"executionSuccessful"`
	}
	sarifDriver struct {
		Name    string      `json:"name"`
		Version string      `json:"version,omitempty"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID    string    `json:"id"`
		Short sarifText `json:"shortDescription"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		Rule      string          `json:"ruleId"`
		Index     int             `json:"ruleIndex"`
		Level     string          `json:"level"`
		Message   sarifText       `json:"message"`
		Locations []sarifLocation `json:"locations"`
		Flows     []sarifFlow     `json:"codeFlows,omitempty"`
	}
	sarifLocation struct {
		Physical *sarifPhysical `json:"physicalLocation,omitempty"`
		Logical  []sarifLogical `json:"logicalLocations,omitempty"`
		Message  *sarifText     `json:"message,omitempty"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine int `json:"startLine"`
	}
	sarifLogical struct {
		Name string `json:"fullyQualifiedName"`
		Kind string `json:"kind"`
	}
	sarifFlow struct {
		Threads []sarifThread `json:"threadFlows"`
	}
	sarifThread struct {
		Steps []sarifStep `json:"locations"`
	}
	sarifStep struct {
		Location sarifLocation `json:"location"`
	}
)

const sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

// notChecked is the rule of a spec that could not be checked.
const notChecked = "not-checked"

func sarif(w io.Writer, s *Suite) error {
	name, version, _ := strings.Cut(s.Program, " ")
	run := sarifRun{Tool: sarifTool{sarifDriver{Name: name, Version: version, Rules: []sarifRule{}}},
		ColumnKind: "unicodeCodePoints", Results: []sarifResult{}}
	rules := map[string]int{}
	all, count := s.claims()
	for _, c := range all {
		if c.state == met {
			continue
		}
		id, doc := c.rule()
		index, known := rules[id]
		if !known {
			index = len(run.Tool.Driver.Rules)
			rules[id] = index
			run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRule{id, sarifText{doc}})
		}
		run.Results = append(run.Results, c.sarif(id, index))
	}
	run.Invocations = []sarifInvocation{{ExecutionSuccessful: count[failed] == 0}}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(sarifLog{Version: "2.1.0", Schema: sarifSchema, Runs: []sarifRun{run}})
}

// rule is what a claim is an instance of, and what that says.
func (c claim) rule() (id, doc string) {
	switch {
	case c.state == failed:
		return notChecked, "A spec could not be checked."
	case c.name == "":
		return "explored", "All states are visited."
	case c.trace != nil && c.trace.Property.Doc != "":
		return c.name, c.trace.Property.Doc
	}
	return c.name, c.name
}

func (c claim) sarif(rule string, index int) sarifResult {
	level := "error"
	if c.state == open {
		level = "warning"
	}
	r := sarifResult{Rule: rule, Index: index, Level: level, Message: sarifText{c.title() + ": " + c.said},
		Locations: []sarifLocation{c.place()}}
	if c.trace != nil && len(c.trace.Steps) > 0 {
		r.Flows = []sarifFlow{{[]sarifThread{{c.steps(c.trace)}}}}
	}
	return r
}

// place is where it is said what is expected.
func (c claim) place() sarifLocation {
	at := sarifLocation{Logical: []sarifLogical{{c.title(), "object"}}}
	if c.of.File != "" {
		at.Physical = &sarifPhysical{Artifact: sarifArtifact{address(c.of.File)}}
		if c.line > 0 {
			at.Physical.Region = &sarifRegion{c.line}
		}
	}
	return at
}

// steps are those of a trace, all at the place of the claim: that of the spec.
func (c claim) steps(f *traces.File) (steps []sarifStep) {
	for _, step := range f.Steps {
		at := c.place()
		text := step.Title
		if step.Words != "" {
			text += ": " + step.Words
		}
		at.Message = &sarifText{term.Visible(text)}
		steps = append(steps, sarifStep{at})
	}
	return steps
}

// address is a file as a URI reference.
func address(file string) string {
	u := url.URL{Path: filepath.ToSlash(file)}
	if filepath.IsAbs(file) {
		u.Scheme = "file"
	}
	return u.String()
}
