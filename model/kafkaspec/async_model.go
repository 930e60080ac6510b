package kafkaspec

import (
	"fmt"

	"mc/model"
)

// AsyncIsr gives the model of asynchronous ISR changes. The published model
// is infinite; max_offset and max_version constrain it, so that a run says
// what holds within these bounds.
func AsyncIsr() model.Template[AsyncState] {
	return model.Template[AsyncState]{
		Name: "kafkaspec/async-isr",
		Doc:  "A fixed leader asks the controller for ISR changes and does not wait for the answer.",
		Constants: func(map[string]string) ([]model.Constant, error) {
			return []model.Constant{
				{Name: "replicas", Doc: "Brokers that hold the partition; b1 leads it.", Default: "3", Min: 2, Max: MaxReplicas},
				{Name: "max_offset", Doc: "States in which the leader's log is longer are not explored further.", Default: "2", Min: 1, Max: MaxAsyncOffset},
				{Name: "max_version", Doc: "States in which the controller's ISR version is higher are not explored further.", Default: "2", Min: 1, Max: MaxVersion},
			}, nil
		},
		New: newAsync,
	}
}

func newAsync(v model.Values) (*model.Model[AsyncState], error) {
	p := &asyncPartition{
		replicas:   Broker(v["replicas"]),
		everybody:  ISR(1)<<v["replicas"] - 1,
		maxOffset:  uint8(v["max_offset"]),
		maxVersion: uint8(v["max_version"]),
	}
	if p.replicas == 0 {
		return nil, fmt.Errorf("kafkaspec: replicas must be given; build the model through its template")
	}
	return &model.Model[AsyncState]{
		Name:  "kafkaspec/async-isr",
		Doc:   AsyncIsr().Doc,
		Init:  func(add func(AsyncState)) { add(AsyncState{ISR: p.everybody, LeaderISR: p.everybody}) },
		Rules: p.rules(),
		Budgets: []model.Budget{
			{Constant: "max_offset", Limit: int(p.maxOffset)},
			{Constant: "max_version", Limit: int(p.maxVersion)},
		},
		Within:     p.within,
		Canonical:  p.canonical(),
		Properties: p.properties(),
		Widest:     p.widest(),
		View:       p.view,
	}, nil
}

func (p *asyncPartition) rules() []model.Rule[AsyncState] {
	isr := model.Param{Name: "isr", Show: func(v uint8) string { return ISR(v).String() }, Values: model.Range(0, int(p.everybody))}
	version := model.Param{Name: "version", Show: func(v uint8) string { return fmt.Sprintf("v%d", v) },
		Values: model.Range(0, int(p.maxVersion))}
	return []model.Rule[AsyncState]{
		{Name: "ControllerShrinkIsr", Doc: "The controller removes a follower from the ISR and publishes the update.",
			Params: []model.Param{broker("follower", p.replicas)}, Expand: p.controllerShrink, Tell: tellAsyncShrink},
		{Name: "ControllerHandleRequest", Doc: "The controller grants a request that was made in its present version.", Ref: "KIP-497",
			Params: []model.Param{isr}, Expand: p.controllerHandle, Tell: tellHandleRequest},
		{Name: "LeaderRequestShrinkIsr", Doc: "The leader asks for an ISR without a follower.", Ref: "KIP-497",
			Params: []model.Param{broker("follower", p.replicas)}, Expand: p.requestShrink, Tell: tellAsk},
		{Name: "LeaderRequestExpandIsr", Doc: "The leader asks for an ISR with a follower that has reached the high watermark.", Ref: "KIP-497",
			Params: []model.Param{broker("follower", p.replicas)}, Expand: p.requestExpand, Tell: tellAsk},
		{Name: "LeaderWrite", Doc: "The leader appends a record.", Expand: p.write, Tell: tellAsyncWrite},
		{Name: "LeaderHandleUpdate", Doc: "The leader learns of a newer ISR and forgets what it has asked for.", Ref: "KIP-497",
			Params: []model.Param{version}, Expand: p.handleUpdate, Tell: tellHandleUpdate},
		{Name: "FollowerReplicate", Doc: "A follower copies the next record.",
			Params: []model.Param{broker("follower", p.replicas)}, Expand: p.replicate, Tell: tellReplicate},
	}
}

func (p *asyncPartition) properties() []model.Property[AsyncState] {
	return []model.Property[AsyncState]{
		{Name: "ValidHighWatermark", Family: "durability", Ref: "KIP-497", Kind: model.Always,
			Doc:   "Every broker in the controller's ISR has reached the leader's high watermark.",
			State: p.validHighWatermark, Parts: p.highWatermarkParts},
		{Name: "TypeOk", Family: "types", Kind: model.Always, OnRequest: true,
			Doc: "Every variable stays in its domain. As published: false whenever no request is pending, since -1 is not a version.",
			State: func(s *AsyncState) error {
				if v := s.pendingVersion(); v < 0 {
					return fmt.Errorf("the leader's pending version is %d, which is not a natural number", v)
				}
				return p.typeOk(s)
			}},
		{Name: "TypeOkIntended", Family: "types", Kind: model.Always,
			Doc: "Every variable stays in its domain, the pending version being -1 if no request is pending.", State: p.typeOk},
	}
}

func (p *asyncPartition) validHighWatermark(s *AsyncState) error {
	hw := s.highWatermark()
	for rest := s.ISR; rest != 0; {
		var b Broker
		if b, rest = rest.Pop(); s.Offsets[b] < hw {
			return model.Wrong("%v is in %v %v but its log ends at %d, below the leader's high watermark %d",
				lane(b), ofController, members{s.ISR}, s.Offsets[b], hw)
		}
	}
	return nil
}

func (p *asyncPartition) highWatermarkParts(s *AsyncState) []model.Part {
	var parts []model.Part
	hw := s.highWatermark()
	for b := range p.replicas {
		if s.ISR.Has(b) {
			parts = append(parts, model.Part{Text: fmt.Sprintf("%v's log reaches the high watermark %d", b, hw), Holds: s.Offsets[b] >= hw})
		}
	}
	return parts
}

// typeOk looks at the domains that the encoding leaves room to violate:
// every ISR is of known brokers and holds the leader, and nothing is
// requested or published in a version that is not reached.
func (p *asyncPartition) typeOk(s *AsyncState) error {
	all, common := s.ISR|s.maximalISR(), s.ISR&s.LeaderISR
	for _, isr := range s.Updates[:s.Version] {
		all, common = all|isr, common&isr
	}
	if all&^p.everybody != 0 || !common.Has(asyncLeader) || s.PendingISR != 0 && !s.PendingISR.Has(asyncLeader) {
		return fmt.Errorf("the ISRs go beyond %v or lack the leader %v", p.everybody, asyncLeader)
	}
	if s.LeaderVersion > s.Version {
		return fmt.Errorf("the leader's version %d is ahead of the controller's %d", s.LeaderVersion, s.Version)
	}
	for v, requested := range s.Requests {
		if requested != 0 && v > int(s.LeaderVersion) {
			return fmt.Errorf("an ISR is requested in version %d, but the leader's is %d", v, s.LeaderVersion)
		}
	}
	return nil
}
