package kafka

import (
	"testing"

	"mc/model"
)

func TestStateIsPlain(t *testing.T) {
	if err := model.CheckPlain[State](); err != nil {
		t.Fatal(err)
	}
}
