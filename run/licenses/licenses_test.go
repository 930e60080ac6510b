package licenses

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the record")

// TestRecord holds the record to what cmd/mc is built from: the modules that go
// list names (which are those of go.mod), their versions, and their license
// files in the module cache. Modules that only tests import are not in it.
func TestRecord(t *testing.T) {
	want := map[string][]byte{}
	var table strings.Builder
	for _, m := range product(t) {
		text := licenseOf(t, m.Dir)
		name := named(string(text))
		if name == "" {
			t.Fatalf("%s: no license is known by this text; add it to named:\n%s", m.Path, text)
		}
		fmt.Fprintf(&table, "%s %s %s\n", m.Path, m.Version, name)
		want[filepath.Join("texts", fileOf(m.Path))] = text
	}
	want["modules.txt"] = []byte(table.String())
	if *update {
		if err := errors.Join(os.RemoveAll("texts"), os.Mkdir("texts", 0o777)); err != nil {
			t.Fatal(err)
		}
	}
	for file, text := range want {
		if *update {
			if err := os.WriteFile(file, text, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if got, _ := os.ReadFile(file); !bytes.Equal(got, text) {
			t.Errorf("%s is not what it should be; run go test ./run/licenses -update", file)
		}
	}
	files, _ := filepath.Glob("texts/*")
	if len(files) != len(want)-1 {
		t.Errorf("%d texts, want %d; run go test ./run/licenses -update", len(files), len(want)-1)
	}
}

// listed is a module as go list describes it.
type listed struct{ Path, Version, Dir string }

// product lists the modules of the product's packages, Go's library first.
func product(t *testing.T) []listed {
	t.Helper()
	cmd := exec.Command("go", "list", "-pgo=off", "-deps", "-json=Module", "mc/cmd/mc")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	found := map[string]listed{}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct{ Module *listed }
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if p.Module != nil && p.Module.Path != "mc" {
			found[p.Module.Path] = *p.Module
		}
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatalf("go env: %v", err)
	}
	all := []listed{{standard, "go", strings.TrimSpace(string(root))}}
	for _, m := range found {
		all = append(all, m)
	}
	slices.SortFunc(all[1:], func(a, b listed) int { return strings.Compare(a.Path, b.Path) })
	return all
}

// licenseOf are the texts of all license files of a module.
func licenseOf(t *testing.T, dir string) []byte {
	t.Helper()
	var all [][]byte
	for _, name := range []string{"LICENSE", "LICENSE.txt", "License.txt", "LICENSE.md", "COPYING", "NOTICE", "PATENTS"} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err == nil {
			all = append(all, bytes.TrimSpace(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))))
		}
	}
	return append(bytes.Join(all, []byte("\n\n")), '\n')
}

// named is the short name of a license by what only it says.
func named(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	var names []string
	for _, l := range [][3]string{
		{"MIT", "Permission is hereby granted, free of charge", ""},
		{"BSD-3-Clause", "Redistribution and use in source and binary forms", "Neither the name"},
		{"BSD-2-Clause", "Redistribution and use in source and binary forms", "-Neither the name"},
		{"ISC", "Permission to use, copy, modify, and/or distribute this software", ""},
		{"ISC", "Permission to use, copy, modify, and distribute this software", ""},
		{"Apache-2.0", "Apache License", "Version 2.0"},
		{"MPL-2.0", "Mozilla Public License Version 2.0", ""},
	} {
		not, without := strings.CutPrefix(l[2], "-")
		if strings.Contains(text, l[1]) && strings.Contains(text, not) != without {
			names = append(names, l[0])
		}
	}
	return strings.Join(slices.Compact(names), "+")
}

// TestProgram: what a program contains is told with its versions, also where
// there is no record of it.
func TestProgram(t *testing.T) {
	known := []Module{{Path: standard, License: "BSD-3-Clause"}, {Path: "a", Version: "v1", License: "MIT"}, {Path: "unused"}}
	got := of(known, &debug.BuildInfo{GoVersion: "go9", Deps: []*debug.Module{{Path: "a", Version: "v2"}, {Path: "b", Version: "v3"}}})
	var out bytes.Buffer
	if err := Table(&out, got); err != nil {
		t.Fatal(err)
	}
	const want = "std  go9  BSD-3-Clause\na    v2   MIT\nb    v3   not on record; see its source\n"
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}
	if err := Texts(&out, Recorded()); err != nil || !strings.Contains(out.String(), "Permission is hereby granted") {
		t.Errorf("the texts: %v", err)
	}
}
