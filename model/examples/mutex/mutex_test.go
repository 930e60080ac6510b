package mutex

import (
	"testing"

	"mc/explorer/figures"
	"mc/model/modeltest"
)

func TestConform(t *testing.T) { modeltest.Conform(t, lock(3), 300) }

func TestFigures(t *testing.T) {
	figures.Hold(t, lock(6), figures.Figures{
		Distinct: 724274, Generated: 2729079, Depth: 61,
		Levels: []int{1, 3, 9, 28, 60, 138, 266, 429, 675, 940, 1246, 1721, 2338, 3240, 4388, 5450, 6573, 7628, 8761,
			10824, 14044, 18223, 22889, 26349},
		Repeats: -1,
		Fired: map[string]int{"Request": 299011, "ReceiveRequest": 811133, "ReceiveAck": 751401, "Enter": 89142,
			"Leave": 44571, "ReceiveRelease": 733820},
	})
	figures.Size(t, lock(3), 10209, 41533, 31)
	figures.Size(t, lock(4), 70472, 276114, 41)
}
