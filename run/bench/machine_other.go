//go:build !linux && !darwin && !freebsd

package bench

func cpu() (user, system float64) { return 0, 0 } // not known on this system
func peakRSS() uint64             { return 0 }
