package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"mc/model"
	"mc/run/explain"
)

const glossaryFile = "../../docs/glossary-of-kafka.md"

// kafkaWords are those that a reader of Kafka's pages asks for, those of one line for one
// term each.
const kafkaWords = `partition, log
offset
replica
leader, follower
LEO, log end offset
high watermark, HW
committed
ISR, in-sync replicas
maximal ISR
min.insync.replicas
acks
acknowledged
leader epoch
partition epoch
broker epoch, incarnation
epoch cache, leader-epoch-checkpoint
truncation
divergence
controller
AlterPartition
fencing
session
clean leader election
unclean leader election
ELR, eligible leader replicas
last known leader, LastKnownElr
clean shutdown, unclean shutdown
page cache, flush
lag window, replica.lag.time.max.ms
reassignment
preferred leader
zombie leader
offline
under min ISR
under-replicated`

// glossary gathers all terms, with their pictures.
func glossary(t *testing.T) (*explain.Library, []explain.Term) {
	t.Helper()
	l := library(t)
	all, err := l.Glossary()
	if err != nil {
		t.Fatal(err)
	}
	return l, all
}

// TestEveryTermIsTold: each word leads to one term, of one sentence and with a picture
// that a run of the model made; and whatever a term refers to is there.
func TestEveryTermIsTold(t *testing.T) {
	l, all := glossary(t)
	find := func(word string) (found []string) {
		a, ok := l.Find(word)
		if !ok {
			t.Errorf("there is nothing to say on %s", word)
			return nil
		}
		for _, one := range a.Terms {
			if one.Sentence != "" {
				found = append(found, one.Name)
			}
		}
		return found
	}
	lines := strings.Split(kafkaWords, "\n")
	for _, line := range lines {
		words := strings.Split(line, ", ")
		first := find(words[0])
		for _, word := range words {
			if found := find(word); len(found) != 1 || !slices.Equal(found, first) {
				t.Errorf("%s leads to %v, and %s to %v", word, found, words[0], first)
			}
		}
	}
	if len(all) != len(lines) {
		t.Errorf("there are %d terms, and %d that are asked for", len(all), len(lines))
	}
	for _, one := range all {
		if !strings.HasSuffix(one.Sentence, ".") || strings.Contains(one.Sentence, ". ") {
			t.Errorf("%s is not told in one sentence: %s", one.Name, one.Sentence)
		}
		if !strings.HasSuffix(one.Scene.Says, ".") || len(one.Scene.Lines) < 4 {
			t.Errorf("%s has no picture with what to look at: %+v", one.Name, one.Scene)
		}
		if len(one.See) == 0 {
			t.Errorf("%s says nothing of where to read on", one.Name)
		}
		for _, topic := range one.See {
			if _, ok := l.Find(topic); !ok {
				t.Errorf("%s refers to %s, on which there is nothing to say", one.Name, topic)
			}
		}
	}
}

// TestPicturesShowTheirFields: a field that a picture wants is in it, and every script
// that is there for a picture is drawn.
func TestPicturesShowTheirFields(t *testing.T) {
	drawn := map[string]bool{}
	l, _ := glossary(t)
	for _, e := range models() {
		for _, one := range e.Terms() {
			if one.Sentence == "" {
				continue
			}
			drawn[one.Picture.Spec] = true
			scene, err := l.Draw(one.Picture)
			if err != nil {
				t.Fatal(err)
			}
			text := strings.Join(strings.Fields(strings.Join(scene.Lines, " ")), " ")
			for _, field := range one.Picture.Fields {
				if !strings.Contains(text, field+" ") {
					t.Errorf("the picture of %s has no %s:\n%s", one.Names[0], field, strings.Join(scene.Lines, "\n"))
				}
			}
		}
	}
	for _, name := range shippedSpecs.Names() {
		if strings.HasPrefix(name, "picture-of-") && !drawn[name] {
			t.Errorf("%s is the picture of no term", name)
		}
	}
	if _, err := l.Draw(model.Picture{Spec: "kip-101-data-loss"}); err == nil {
		t.Error("a search is drawn as a script")
	}
}

// TestGlossaryPage keeps docs/glossary-of-kafka.md the same as what runs show.
func TestGlossaryPage(t *testing.T) {
	_, all := glossary(t)
	var page strings.Builder
	page.WriteString(`# Glossary of Kafka

The words of Kafka's replication, each in a sentence and with the end of a run that shows it: what ` + "`mc explain ISR`" + ` prints.
A picture has a line for each replica; a record is name@epoch under its offset, ┃ is the high watermark of that replica, what is
left of it is committed as far as it knows; × was cut in the step above the picture, ▸ marks whose log or high watermark changed.
The words of mc itself are in [the other glossary](glossary.md).

`)
	for _, one := range all {
		fmt.Fprintf(&page, "## %s\n\n%s\n\n```\n%s\n```\n\n%s", strings.Join(append([]string{one.Name}, one.Also...), ", "), one.Sentence,
			strings.Join(one.Scene.Lines, "\n"), one.Scene.Says)
		file, _ := shippedSpecs.Path(one.Scene.Spec)
		fmt.Fprintf(&page, " ([the script](../specs/%s))\n\n", file)
		if one.Doc != "" {
			fmt.Fprintf(&page, "In the model: %s\n\n", one.Doc)
		}
		fmt.Fprintf(&page, "`mc explain %s`\n\n", strings.Join(one.See, "`, `mc explain "))
	}
	text := strings.TrimSuffix(page.String(), "\n")
	if *update {
		if err := os.WriteFile(glossaryFile, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	was, err := os.ReadFile(glossaryFile)
	if err != nil || string(was) != text {
		t.Errorf("%s is not what runs show (%v); go test ./cmd/mc -run TestGlossaryPage -update", glossaryFile, err)
	}
}
