package main

import (
	"archive/zip"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// kafka is a release that can be run.
type kafka struct {
	version   string
	classpath string
	dump      string // the class that prints logs, which has moved
}

// releaseOf finds the jars that the options ask for.
func (o *options) releaseOf() (k kafka, err error) {
	if o.dir != "" {
		k, err = distribution(o.dir)
	} else {
		k, err = fetched(o.release)
	}
	if err != nil {
		return k, err
	}
	k.dump, err = k.dumper()
	return k, err
}

var coreJar = regexp.MustCompile(`^kafka_2\.1\d-(\d.*)\.jar$`)

// distribution is an unpacked one, as it is downloaded.
func distribution(dir string) (kafka, error) {
	libs := filepath.Join(dir, "libs")
	entries, err := os.ReadDir(libs)
	if err != nil {
		return kafka{}, fmt.Errorf("%s is no unpacked distribution of Kafka: %w", dir, err)
	}
	for _, e := range entries {
		if m := coreJar.FindStringSubmatch(e.Name()); m != nil {
			return kafka{version: m[1], classpath: filepath.Join(libs, "*")}, nil
		}
	}
	return kafka{}, fmt.Errorf("%s has no jar of Kafka's core; give the folder that has bin and libs in it", libs)
}

// fetched are the jars of a release, which Maven fetches once.
func fetched(version string) (kafka, error) {
	script, err := script()
	if err != nil {
		return kafka{}, err
	}
	cmd := exec.Command("bash", script, version)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return kafka{}, fmt.Errorf("bash %s %s: %w; is there such a release, and Maven 3 on the path?", script, version, err)
	}
	return kafka{version: version, classpath: strings.TrimSpace(string(out))}, nil
}

// script is jars.sh, which lies beside the sources: here, or below the root of the checkout.
func script() (string, error) {
	for _, path := range []string{"jars.sh", filepath.Join("brokers", "cluster", "jars.sh")} {
		if _, err := os.Stat(path); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("jars.sh is not here; run in brokers/cluster or in the root of the checkout, or give an unpacked distribution")
}

// dumper is the class that prints logs: until 4.0 in the core, later in the tools.
func (k kafka) dumper() (string, error) {
	for _, path := range k.jars() {
		z, err := zip.OpenReader(path)
		if err != nil {
			return "", fmt.Errorf("%s: %w", path, err)
		}
		found := class(z)
		if err := z.Close(); err != nil {
			return "", err
		}
		if found != "" {
			return found, nil
		}
	}
	return "", fmt.Errorf("none of the jars of %s prints logs; is kafka-tools among them?", k.version)
}

// jars are those that may have the tools.
func (k kafka) jars() (list []string) {
	all := filepath.SplitList(k.classpath)
	if dir, whole := strings.CutSuffix(k.classpath, string(filepath.Separator)+"*"); whole {
		all, _ = filepath.Glob(filepath.Join(dir, "*.jar"))
	}
	for _, path := range all {
		if name := filepath.Base(path); strings.HasPrefix(name, "kafka-tools-") || coreJar.MatchString(name) {
			list = append(list, path)
		}
	}
	return list
}

func class(z *zip.ReadCloser) string {
	for _, f := range z.File {
		switch f.Name {
		case "org/apache/kafka/tools/DumpLogSegments.class", "kafka/tools/DumpLogSegments.class":
			return strings.ReplaceAll(strings.TrimSuffix(f.Name, ".class"), "/", ".")
		}
	}
	return ""
}
