package itf

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"mc/traces"
	"mc/traces/internal/jsontext"
)

// The variables in which Quint has the action that led to a state and what was chosen
// for it.
const (
	actionTaken = "mbt::actionTaken"
	nondetPicks = "mbt::nondetPicks"
	atStart     = "init" // the action that leads to the first state
)

// encodeNamed adds the states with the names that their types give.
func encodeNamed(f *traces.File, out *document, named func(i int) (*traces.Named, error)) error {
	states := make([]*traces.Named, f.States())
	var params []string
	for i := range states {
		var err error
		if states[i], err = named(i); err != nil {
			return err
		}
		for _, p := range states[i].Picks {
			if !slices.Contains(params, p.Name) {
				params = append(params, p.Name)
			}
		}
	}
	for i, n := range states {
		members, err := members(n, params)
		if err != nil {
			return fmt.Errorf("traces: state %d: %w", i, err)
		}
		step, err := stepOf(f, i)
		if err != nil {
			return err
		}
		meta, err := jsontext.Compact(stateHead{Index: i, Step: step, State: f.Frame(i).State, Sum: sumOf(members)})
		if err != nil {
			return err
		}
		out.States = append(out.States, withMeta(meta, members))
		if out.Vars == nil {
			for _, m := range members {
				out.Vars = append(out.Vars, m.Key)
			}
		}
	}
	return nil
}

// members are the variables of a state, the action among them.
func members(n *traces.Named, params []string) ([]jsontext.Member, error) {
	state, err := jsontext.Parse(n.State)
	if err != nil {
		return nil, err
	}
	all := state.Object
	if all == nil || len(all) == 1 && all[0].Key[0] == '#' { // a set or a map, and no record
		all = []jsontext.Member{{Key: oneValue, Value: state}}
	}
	for i := range all {
		all[i].Value = toBig(all[i].Value)
	}
	taken := atStart
	if n.Rule != "" {
		taken = n.Rule
	}
	picks := jsontext.Tree{Object: []jsontext.Member{}}
	for _, name := range params {
		picks.Object = append(picks.Object, jsontext.Member{Key: name, Value: pickOf(n, name)})
	}
	return append(all, jsontext.Member{Key: actionTaken, Value: text(taken)}, jsontext.Member{Key: nondetPicks, Value: picks}), nil
}

// pickOf is an option: an argument, or none of that name.
func pickOf(n *traces.Named, name string) jsontext.Tree {
	tag, value := "None", jsontext.Tree{Object: []jsontext.Member{{Key: "#tup", Value: jsontext.Tree{Array: []jsontext.Tree{}}}}}
	for _, p := range n.Picks {
		if p.Name == name {
			tag, value = "Some", text(p.Value)
		}
	}
	return jsontext.Tree{Object: []jsontext.Member{{Key: "tag", Value: text(tag)}, {Key: "value", Value: value}}}
}

func text(words string) jsontext.Tree {
	quoted, _ := jsontext.Compact(words) // a string always can
	return jsontext.Tree{Literal: quoted}
}

// sumOf guards variables.
func sumOf(members []jsontext.Member) string {
	sum := sha256.Sum256(jsontext.Tree{Object: members}.Text(nil))
	return hex.EncodeToString(sum[:8])
}
