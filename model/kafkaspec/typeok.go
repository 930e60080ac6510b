package kafkaspec

import "fmt"

// typeOk checks that every variable is in its domain, and that what the
// encoding leaves out is what it is taken for: slots beyond a log's end are
// empty, and epochs that the controller has not reached have no request.
func (p *partition) typeOk(s *State) error {
	if p.inDomain(s) {
		return nil
	}
	return p.outside(s)
}

// inDomain is typeOk without words for what is wrong, and without a branch: it
// is asked in every state. Below 0 are differences that should not be, and bits
// of wrong are those that should be 0.
func (p *partition) inDomain(s *State) bool {
	const each = 0x0101010101010101
	below := (int(p.records) - int(s.NextRecord)) | (int(p.epochs) - int(s.Epoch))
	q, isr := uint64(s.Requests), uint64(p.everybody)
	wrong := uint64(s.ISR)&^isr | q>>8>>(8*s.Epoch&63) | q&0xFF | q&((0x1F&^isr)*each)
	wrong |= (q>>5&(7*each) + uint64(7-p.replicas)*each) & (8 * each) // leaders beyond the last
	epochs := int(min(p.epochs, s.Epoch))
	for b := range p.replicas {
		r := &s.Replicas[b]
		log, end := uint64(r.Log), 8*r.End&63
		below |= (int(p.logSize) - int(r.End)) | (int(p.logSize) - int(r.HighWatermark)) | (epochs - int(r.Epoch))
		wrong |= uint64(r.ISR)&^isr | log>>end
		ids := log>>4&(15*each) + uint64(16-p.records)*each
		of := log&(15*each) + uint64(16-p.epochs)*each
		wrong |= (ids | of) & (16 * each) & (1<<end - 1) // records beyond the last
	}
	return below >= 0 && wrong == 0
}

// outside says what is wrong with a state, if anything is.
func (p *partition) outside(s *State) error {
	if s.NextRecord > p.records || s.Epoch > p.epochs {
		return fmt.Errorf("next record %d or epoch %v is out of range", s.NextRecord, s.Epoch)
	}
	if s.ISR&^p.everybody != 0 || s.Requests>>8>>(8*s.Epoch) != 0 || s.Requests&0xFF != 0 {
		return fmt.Errorf("the controller's ISR %v or requests %x are out of range", s.ISR, uint64(s.Requests))
	}
	for e := Epoch(1); e <= s.Epoch; e++ {
		if q := s.Requests.At(e); !p.known(q.Leader()) || q.ISR()&^p.everybody != 0 {
			return fmt.Errorf("the request of epoch %v names leader %v and ISR %v", e, q.Leader(), q.ISR())
		}
	}
	for b := range p.replicas {
		if err := p.replicaOk(s, b); err != nil {
			return err
		}
	}
	return nil
}

func (p *partition) known(l Broker) bool { return l == Nobody || l < p.replicas }

func (p *partition) replicaOk(s *State, b Broker) error {
	r := &s.Replicas[b]
	switch {
	case r.End > p.logSize || r.Log.First(r.End) != r.Log:
		return fmt.Errorf("%v's log %x ends at %d, outside 0..%d", b, uint32(r.Log), r.End, p.logSize)
	case r.HighWatermark > p.logSize:
		return fmt.Errorf("%v's high watermark %d is outside 0..%d", b, r.HighWatermark, p.logSize)
	case r.Epoch > p.epochs || r.Epoch > s.Epoch || r.ISR&^p.everybody != 0:
		return fmt.Errorf("%v's epoch %v or ISR %v is out of range", b, r.Epoch, r.ISR)
	}
	for o := range r.End {
		if x := r.Log.At(o); x.ID() >= p.records || x.Epoch() > p.epochs {
			return fmt.Errorf("%v has record %v of epoch %v at offset %d, which is out of range", b, x, x.Epoch(), o)
		}
	}
	return nil
}
