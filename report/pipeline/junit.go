package pipeline

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
)

// The elements that the readers of JUnit's XML have in common. A claim of which
// nothing can be said is an error, not a skipped test: it was to be decided.
type (
	junitSuites struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Name     string       `xml:"name,attr"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Errors   int          `xml:"errors,attr"`
		Time     string       `xml:"time,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Skipped  int         `xml:"skipped,attr"`
		Time     string      `xml:"time,attr"`
		File     string      `xml:"file,attr,omitempty"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Name    string      `xml:"name,attr"`
		Class   string      `xml:"classname,attr"`
		Time    string      `xml:"time,attr"`
		File    string      `xml:"file,attr,omitempty"`
		Line    int         `xml:"line,attr,omitempty"`
		Failure *junitFault `xml:"failure"`
		Error   *junitFault `xml:"error"`
		Out     string      `xml:"system-out,omitempty"`
	}
	junitFault struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",chardata"`
	}
)

func seconds(s float64) string { return fmt.Sprintf("%.3f", s) }

func junit(w io.Writer, s *Suite) error {
	all, count := s.claims()
	out := junitSuites{Name: s.Program, Tests: len(all), Failures: count[unmet], Errors: count[open] + count[failed],
		Time: seconds(s.Took())}
	for i := range s.Results {
		out.Suites = append(out.Suites, s.Results[i].junit())
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(out); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func (r *Result) junit() junitSuite {
	suite, took := junitSuite{Name: r.Name, File: r.File}, 0.0
	for _, c := range r.claims() {
		suite.Tests++
		took += c.took
		one := junitCase{Name: c.name, Class: r.Name, Time: seconds(c.took), File: r.File, Line: c.line}
		if one.Name == "" {
			one.Name = r.Name
		}
		fault := &junitFault{Message: c.said, Type: c.state.String(), Text: strings.TrimRight(c.said+"\n\n"+c.story(), "\n")}
		switch c.state {
		case met:
			one.Out = c.said
		case unmet:
			suite.Failures++
			one.Failure = fault
		default:
			suite.Errors++
			one.Error = fault
		}
		suite.Cases = append(suite.Cases, one)
	}
	suite.Time = seconds(took)
	return suite
}
