package alternating

import (
	"testing"

	"mc/explorer/figures"
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
