package traces

import "testing"

// What became of the records is found once, and anew after Label.
func TestAnalysisIsKept(t *testing.T) {
	_, f := lossFile(t)
	first := f.Analysis()
	if f.Analysis() != first {
		t.Error("the second call finds the losses anew")
	}
	f.Label(map[string]string{"m0": "order-7"})
	if got := f.Analysis().Losses[0].Names[0]; got != "order-7" {
		t.Errorf("after Label the lost record is %s", got)
	}
}

// A model without logs has an analysis of nothing.
func TestAnalysisWithoutLogs(t *testing.T) {
	if a := loopFile(t).Analysis(); len(a.Losses)+len(a.Cuts)+len(a.Missing)+len(a.Timeline) > 0 {
		t.Errorf("got %+v", a)
	}
}
