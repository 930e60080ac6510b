package alternating

import (
	"testing"

	"mc/explorer/figures"
	"mc/model"
	"mc/model/modeltest"
)

func TestConform(t *testing.T) { modeltest.Conform(t, protocol(), 1000) }

func TestFigures(t *testing.T) {
	figures.Hold(t, protocol(), figures.Figures{
		Distinct: 240, Generated: 1392, Depth: 10,
		Levels:  []int{8, 16, 36, 36, 40, 24, 28, 24, 20, 8},
		Repeats: -1,
		Fired: map[string]int{"Send": 96, "SendAgain": 192, "Receive": 168, "Acknowledge": 240, "ReceiveAck": 172,
			"Lose": 252, "LoseAck": 264},
		Lengths: map[string]int{"received": 3},
	})
}

// TestRuns: the receivers must be strongly fair, for what they wait for is lost
// again and again; the sender's need not.
func TestRuns(t *testing.T) {
	weak, strong := model.Weak[State], model.Strong[State]
	again, ack := weak("SendAgain"), weak("Acknowledge")
	for _, row := range []struct {
		holds bool
		fair  *model.Fairness[State]
	}{
		{true, fair},
		{false, figures.Under("weak", again, ack, weak("Receive"), weak("ReceiveAck"))},
		{false, nil},
		{true, figures.Under("the receiver", again, ack, strong("Receive"), weak("ReceiveAck"))},
		{false, figures.Under("the sender", again, ack, weak("Receive"), strong("ReceiveAck"))},
	} {
		figures.Runs(t, protocol(), row.holds, arrives(0).Under(row.fair), arrives(1).Under(row.fair))
	}
}
