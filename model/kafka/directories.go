package kafka

import (
	"fmt"

	"mc/model"
)

// String is the directory's state as programs have it.
func (d Directory) String() string { return [...]string{"Works", "Failed", "Told"}[d] }

// Offline reports a replica that its broker does not host, because its log directory
// has failed.
func (p *Protocol) Offline(x *Broker) bool {
	return x.Dir != DirWorks && !p.ReplicaRecreatedInOtherDir
}

// dirFails is an I/O error of the log directory that has a broker's replica. The
// broker stops, or lives on without the replica; one that hosts it anew elsewhere
// begins with an empty log.
func (p *Protocol) dirFails(s *State, out *steps) {
	spent := p.dirBudget.spent(s.Used.DirFailures)
	for b := range p.Brokers {
		x := &s.Brokers[b]
		if x.Role != Follower && x.Role != Leader || x.Dir != DirWorks {
			continue
		}
		if spent != 0 {
			out.Stopped(spent)
			return
		}
		n := out.Step(uint8(b))
		p.dirBudget.spend(&n.Used.DirFailures)
		p.stopProcess(n, b)
		if p.DirectoryFailsAlone {
			p.withoutReplica(&n.Brokers[b], x.Boot)
		}
	}
}

// withoutReplica is a broker that lives on when the replica's directory has failed.
func (p *Protocol) withoutReplica(x *Broker, boot Boot) {
	if p.ReplicaRecreatedInOtherDir {
		*x = Broker{}
	}
	x.Role, x.Boot, x.Dir = Idle, boot, DirFailed
}

// reportDir tells the controller of it: the replica is offline, leaves the ISR and is
// not elected, until the broker registers again.
func (p *Protocol) reportDir(s *State, out *steps) {
	if !p.DirectoryFailsAlone {
		return
	}
	for b := range p.Brokers {
		if s.Brokers[b].Dir != DirFailed || s.Brokers[b].Boot == Starting {
			continue
		}
		n := out.Step(uint8(b))
		n.Brokers[b].Dir = DirTold
		n.Controller.Offline |= Of(b)
		p.decided(s, n, out, 0, p.leave(n, b), uint8(b))
	}
}

func (p *Protocol) tellDirFails(args model.Args, before, after *State) story {
	b := int(args[0])
	words := fmt.Sprintf("The log directory of %s that has the replica fails.", name(b))
	switch is := &after.Brokers[b]; {
	case is.Down():
		words += " The broker stops."
	case p.ReplicaRecreatedInOtherDir:
		words += " The replica is hosted anew, empty, in another directory."
	default:
		words += " The broker lives on without the replica."
	}
	return story{Title: fmt.Sprintf("a directory of %s fails", name(b)), Words: words + cutWords(before, after, b)}
}
