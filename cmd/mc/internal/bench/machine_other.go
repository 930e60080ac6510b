//go:build !linux && !darwin && !freebsd

package bench

func cpu() float64    { return 0 } // not known on this system
func peakRSS() uint64 { return 0 }
