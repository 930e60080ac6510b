package main

import (
	"fmt"
	"reflect"
	"slices"
)

// snapshot is the state of a cluster as the harness writes it, and as the model
// is put beside it. Brokers are numbers from 1; 0 is nobody, -1 is unknown.
type snapshot struct {
	Refused string `json:"refused"` // why a step could not be taken
	Client  struct {
		Told int      `json:"told"` // the latest offset
		Read [][2]int `json:"read"` // epoch and value of each record
	} `json:"client"`
	Controller   controllerFacts `json:"controller"`
	Brokers      []brokerFacts   `json:"brokers"`
	Acknowledged []int           `json:"acknowledged"` // values of acks=all
	RefusedLate  []int           `json:"refused_late"`
	// Whom the controller's index of eligible leaders has more often than the ELR.
	StaleInElrIndex []int `json:"stale_in_elr_index"`
}

type controllerFacts struct {
	Leader         int   `json:"leader"`
	Epoch          int   `json:"epoch"`
	PartitionEpoch int   `json:"partition_epoch"`
	Isr            []int `json:"isr"`
	Elr            []int `json:"elr"`
	LastKnown      []int `json:"last_known"`
	Replicas       []int `json:"replicas"`
	Fenced         []int `json:"fenced"`
	Stopping       []int `json:"stopping"`     // asked to, and not fenced
	Incarnations   []int `json:"incarnations"` // registrations of each broker, from 0
}

type brokerFacts struct {
	Role           string   `json:"role"` // stopped, started, follower, leader
	Leader         int      `json:"leader"`
	Epoch          int      `json:"epoch"`
	HW             int      `json:"hw"`
	LEO            int      `json:"leo"`
	LogStart       int      `json:"log_start"`
	Log            [][2]int `json:"log"`     // epoch and value of each record
	Cache          [][2]int `json:"cache"`   // epoch and start of each entry
	Waits          bool     `json:"waits"`   // for the answer to a fetch
	Request        string   `json:"request"` // AlterPartition: none, requested, answered, lost
	PartitionEpoch int      `json:"partition_epoch"`
	EpochStart     int      `json:"epoch_start"`
	MinIsr         int      `json:"min_isr"`
	Isr            []int    `json:"isr"`
	MaximalIsr     []int    `json:"maximal_isr"`
	Change         string   `json:"change"`   // none, expand, shrink
	Changing       []int    `json:"changing"` // who joins or leaves
	Recorded       []int    `json:"recorded"` // LEO of each follower
	RecordedOf     []int    `json:"recorded_incarnations"`
	CaughtUp       []int    `json:"caught_up"` // within the lag time
	Flushed        int      `json:"flushed"`   // records on disk, where power failures can be
}

// difference is a field in which model and brokers are not the same.
type difference struct {
	Where   string `json:"where"` // "controller", "b2", "client"
	Field   string `json:"field"`
	Model   string `json:"model"`
	Brokers string `json:"brokers"`
}

func (d difference) String() string {
	return fmt.Sprintf("%s %s: model %s, brokers %s", d.Where, d.Field, d.Model, d.Brokers)
}

// compare lists the fields that differ, in the order of the structs.
func compare(model, brokers *snapshot) (list []difference) {
	if brokers.Refused != "" {
		list = append(list, difference{"brokers", "refused", "takes the step", brokers.Refused})
	}
	list = append(list, fields("client", model.Client, brokers.Client)...)
	list = append(list, fields("controller", model.Controller, brokers.Controller)...)
	for i := range model.Brokers {
		list = append(list, fields(fmt.Sprintf("b%d", i+1), model.Brokers[i], brokers.Brokers[i])...)
	}
	list = append(list, field("client", "acknowledged", model.Acknowledged, brokers.Acknowledged)...)
	return append(list, field("client", "refused_late", model.RefusedLate, brokers.RefusedLate)...)
}

// fields compares two structs of one type field by field.
func fields(where string, model, brokers any) (list []difference) {
	a, b := reflect.ValueOf(model), reflect.ValueOf(brokers)
	for i := range a.NumField() {
		name := a.Type().Field(i).Tag.Get("json")
		list = append(list, field(where, name, a.Field(i).Interface(), b.Field(i).Interface())...)
	}
	return list
}

func field(where, name string, model, brokers any) []difference {
	if same(model, brokers) {
		return nil
	}
	return []difference{{where, name, fmt.Sprint(model), fmt.Sprint(brokers)}}
}

// same compares values; a nil slice is an empty one.
func same(a, b any) bool {
	switch x := a.(type) {
	case []int:
		return slices.Equal(x, b.([]int))
	case [][2]int:
		return slices.Equal(x, b.([][2]int))
	}
	return a == b
}
