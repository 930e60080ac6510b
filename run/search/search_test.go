package search

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestWords holds what a text is taken apart into.
func TestWords(t *testing.T) {
	for text, want := range map[string]string{
		"UncleanLeaderElectionsPerSec":            "uncleanleaderelectionspersec: unclean leader elect per sec",
		"min.insync.replicas min_insync_replicas": "mininsyncreplicas: min insync replica, mininsyncreplicas: min insync replica",
		"why do I get Shrinking ISRs?":            "shrink, isr",
		"a shrink, shrinks, shrinking":            "shrink, shrink, shrink",
		"KIP-405 kafka-14704":                     "kip-405, kafka-14704",
		"acks=-1 acks=all retries=3":              "ack, =-1, ack, all, retri, =3",
		"acks = -1":                               "ack, =-1",
		"offset 17 <offset> of 4.1":               "offset",
		"Cached zkVersion [81] not":               "cach, zkversion: zk version, not",
		"":                                        "",
		"... <<>> === ---":                        "",
		"<unfinished":                             "unfinish",
	} {
		var got []string
		for _, w := range words(text) {
			one := strings.Join(w.parts, " ")
			if w.whole != "" {
				one = w.whole + ": " + one
			}
			got = append(got, one)
		}
		if all := strings.Join(got, ", "); all != want {
			t.Errorf("%q is taken for %q, want %q", text, all, want)
		}
	}
}

var library = New([]Text{
	{Forms: []string{"Cached zkVersion [<version>] not equal to that in zookeeper, skip updating ISR"}, Title: "stuck", Body: "A leader on a stale version."},
	{Forms: []string{"Shrinking ISR from <brokers> to <brokers>"}, Body: "A follower lags."},
	{Forms: []string{"NOT_ENOUGH_REPLICAS"}, Body: "The ISR is small, and nothing was written."},
	{Forms: []string{"NOT_ENOUGH_REPLICAS_AFTER_APPEND"}, Body: "The ISR is small, and the record was written."},
	{Forms: []string{"acks=-1", "acks=all"}, Body: "The whole ISR."},
	{Forms: []string{"acks=1"}, Body: "The leader alone."},
	{Title: "A fox", Body: "The quick brown fox jumps over the lazy dog."},
})

// TestFind holds what is found first, and that what is about something else
// finds nothing.
func TestFind(t *testing.T) {
	for question, want := range map[string]int{
		"[2020-01-01 12:00:00,1] INFO Partition [orders,3] on broker 7: Cached zkVersion [81] not equal to that in zookeeper, skip updating ISR (kafka.cluster.Partition)": 0,
		"Cached zkVersion":                         0,
		"why do I see Shrinking ISR from 1,2 to 1": 1,
		"NOT_ENOUGH_REPLICAS":                      2,
		"NotEnoughReplicas":                        2,
		"NOT_ENOUGH_REPLICAS_AFTER_APPEND":         3,
		"acks=-1":                                  4,
		"acks = 1":                                 5,
		"what does acks=all mean":                  4,
		"zkVersoin":                                0,
		"jumping foxes":                            6,
		"MESSAGE_TOO_LARGE":                        -1,
		"how do I bake bread":                      -1,
		"":                                         -1,
		"what is the":                              -1,
		"transactions":                             -1,
	} {
		first := -1
		if hits := library.Find(question); len(hits) > 0 {
			first = hits[0].Text
		}
		if first != want {
			t.Errorf("%q finds text %d first, want %d", question, first, want)
		}
	}
	if hits := New(nil).Find("anything"); hits != nil {
		t.Errorf("an index of nothing finds %v", hits)
	}
}

// vocabulary is what random texts are made of: few words, so that they meet.
var vocabulary = strings.Fields("leader follower isr ISR zkVersion min.insync.replicas min_isr NotEnough append replicas shrinking " +
	"shrinks the of why <offset> 17 acks=1 acks=all KIP-1 KIP-2 truncat truncates offset")

func randomText(words int) *rapid.Generator[string] {
	return rapid.Map(rapid.SliceOfN(rapid.SampledFrom(vocabulary), 0, words), func(list []string) string { return strings.Join(list, " ") })
}

// TestRankingIsThatOfATwin holds the index to a second one without postings,
// written from what BM25 is: every token of the question is counted in every
// text anew.
func TestRankingIsThatOfATwin(t *testing.T) {
	several := 0
	defer func() {
		if several == 0 {
			t.Error("no question had several hits")
		}
	}()
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Text {
			return Text{rapid.SliceOfN(randomText(5), 0, 2).Draw(t, "forms"), randomText(4).Draw(t, "title"), randomText(9).Draw(t, "body")}
		}), 0, 6).Draw(t, "texts")
		question := randomText(6).Draw(t, "question")
		got, want := New(texts).Find(question), slow(texts, question)
		if len(got) != len(want) {
			t.Fatalf("%d hits, the twin has %d:\n%v\n%v", len(got), len(want), got, want)
		}
		if len(got) > 1 {
			several++
		}
		for i := range got {
			g, w := got[i], want[i]
			near := func(a, b float64) bool { return math.Abs(a-b) < 1e-9 }
			if g.Text != w.Text && !near(g.Score, w.Score) || !near(g.Score, w.Score) || !near(g.Form, w.Form) {
				t.Fatalf("hit %d is %v, the twin has %v", i, g, w)
			}
		}
	})
}

// slow is Find without an index, for questions of known words.
func slow(texts []Text, question string) (hits []Hit) {
	counts := make([]map[string]float64, len(texts))
	lengths, mean := make([]float64, len(texts)), 0.0
	for i, t := range texts {
		counts[i] = map[string]float64{}
		fields := [][]string{t.Forms, {t.Title}, {t.Body}}
		for f, weight := range []float64{3, 2, 1} {
			for _, w := range words(strings.Join(fields[f], "\n")) {
				for _, p := range w.parts {
					counts[i][p] += weight
					lengths[i] += weight
				}
				counts[i][w.whole] += weight
			}
		}
		mean += lengths[i] / float64(len(texts))
	}
	idf := func(token string) float64 {
		n := 0.0
		for i := range texts {
			if counts[i][token] > 0 {
				n++
			}
		}
		return math.Log(1 + (float64(len(texts))-n+0.5)/(n+0.5))
	}
	known := func(token string) bool { return idf(token) < idf("nobody has this") }
	var wholes, parts, order []string
	sentence := false
	for _, w := range words(question) {
		sentence = sentence || w.whole == ""
		if w.whole != "" && known(w.whole) && !slices.Contains(wholes, w.whole) {
			wholes = append(wholes, w.whole)
		}
		for _, p := range w.parts {
			if p[0] == '=' && !known(p) {
				continue
			}
			order = append(order, p)
			if !slices.Contains(parts, p) {
				parts = append(parts, p)
			}
		}
	}
	for i, t := range texts {
		h := Hit{Text: i}
		rarities := 0.0
		for _, p := range parts {
			rarities += idf(p)
		}
		for _, token := range append(slices.Clone(wholes), parts...) {
			tf := counts[i][token]
			h.Score += idf(token) * tf * 2.2 / (tf + 1.2*(0.6+0.4*lengths[i]/mean))
		}
		for _, p := range parts {
			if counts[i][p] > 0 {
				h.Cover += idf(p)/rarities/2 + 1/float64(len(parts))/2
			}
		}
		within := 0.0
		for _, form := range t.Forms {
			list := partsOf(words(form))
			all, asked := sum(idf, list), sum(idf, order)
			if all == 0 || asked == 0 {
				continue
			}
			common := heaviest(idf, list, order)
			h.Form = max(h.Form, common*common/all/asked)
			if len(list) > 1 {
				within = max(within, common/all)
			}
		}
		matched := h.Score > 0
		h.Score *= 1 + 3*h.Form*h.Form
		need := 0.75
		if sentence {
			need = 0.55
		}
		if matched && h.Score >= 0.7*idf("nobody has this") && (h.Cover >= need || within >= 0.85) {
			hits = append(hits, h)
		}
	}
	slices.SortStableFunc(hits, func(a, b Hit) int {
		switch {
		case a.Score > b.Score+1e-9:
			return -1
		case b.Score > a.Score+1e-9:
			return 1
		}
		return 0
	})
	return hits
}

func sum(of func(string) float64, list []string) (all float64) {
	for _, one := range list {
		all += of(one)
	}
	return all
}

// heaviest is the weight of a common list, tried in every way.
func heaviest(of func(string) float64, a, b []string) float64 {
	if len(a) == 0 || len(b) == 0 {
		return 0
	}
	if a[0] == b[0] {
		return of(a[0]) + heaviest(of, a[1:], b[1:])
	}
	return max(heaviest(of, a[1:], b), heaviest(of, a, b[1:]))
}

// FuzzFind holds that no question and no text breaks the search, that its
// answers are in order, and that the same question has the same answer.
func FuzzFind(f *testing.F) {
	f.Add("Cached zkVersion [1] not equal", "NOT_ENOUGH_REPLICAS", "acks=-1")
	f.Add("<<a>b>", "", "\xff\xfe=-")
	f.Add("ſhrinking K", "İSR", "ǅ_ǅ.ǅ-ǅ")
	f.Fuzz(func(t *testing.T, form, body, question string) {
		texts := []Text{{Forms: []string{form}, Title: question, Body: body}, {Body: form + " " + question}, {Forms: []string{question}, Body: body}}
		x := New(texts)
		for _, q := range []string{question, form, body, "why do I get " + question} {
			hits := x.Find(q)
			if !slices.Equal(hits, New(texts).Find(q)) {
				t.Errorf("%q has two answers", q)
			}
			if !slices.IsSortedFunc(hits, func(a, b Hit) int { return int(math.Copysign(1, b.Score-a.Score)) * sign(a.Score != b.Score) }) {
				t.Errorf("%q: hits are out of order: %v", q, hits)
			}
			for _, h := range hits {
				if !(h.Score > 0) || !(h.Form >= 0 && h.Form < 1.000001) || !(h.Cover < 1.000001) || h.Text >= len(texts) {
					t.Errorf("%q: no hit looks like %+v", q, h)
				}
			}
		}
	})
}

func sign(b bool) int {
	if b {
		return 1
	}
	return 0
}
