package bench

// Peer is another tool on the same model, measured once, elsewhere.
type Peer struct {
	Tool      string `json:"tool"`
	Small     string `json:"states_737794"`
	Middle    string `json:"states_9985570"`
	Omissions string `json:"remark,omitempty"`
}

// Peers are figures for kip-320 with both invariants, from an earlier study
// of a quiet machine with two processors. mc does not measure them.
var Peers = []Peer{
	{"Spin, depth-first, -O3, one core", "0.8 s, 0.91 M/s, 127 B", "11.1 s, 0.90 M/s, 66 B", "exact; long traces"},
	{"Spin, parallel breadth-first, 2 cores", "1.6 s, 0.46 M/s", "13.0 s, 0.77 M/s, 61 B", ""},
	{"Rumur, 2 threads", "7.6 s, 97 k/s, 39 B", "237 CPU-s, 38 B", "exact"},
	{"TLC, 2 workers", "44.9 s, 16 k/s", "not finished in 600 s", "prints its collision estimate"},
}
