package specfile

import (
	"slices"

	"github.com/goccy/go-yaml/ast"

	"mc/model"
)

// LivenessClaims are the claims about progress, L1 to L12, that a spec may name
// under liveness. They need the liveness checker; what a spec checks beside
// them is what the same fault looks like to safety.
var LivenessClaims = []string{
	"offline-heals", "follower-catches-up", "joins-isr", "pending-resolves", "produce-answered", "isr-stabilises",
	"hw-advances", "broker-recovers", "follower-hw-converges", "shutdown-completes", "acked-everywhere", "elr-recovers",
}

func liveness(to *[]string) reader {
	return func(d *decoder, path string, n ast.Node) {
		list(to)(d, path, n)
		for _, name := range *to {
			if !slices.Contains(LivenessClaims, name) {
				d.problems = append(d.problems, d.spec.Complain(path+"."+name, "there is no claim about progress %q%s", name, model.DidYouMean(name, LivenessClaims)))
			}
		}
	}
}
