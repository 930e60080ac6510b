package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"runtime/pprof"

	"mc/explorer"
	"mc/model/kafkaspec"
)

func main() {
	l := flag.String("l", "2", "log")
	e := flag.String("e", "3", "epoch")
	w := flag.Int("w", 1, "workers")
	name := flag.String("m", "kafkaspec/kip-320", "model")
	none := flag.Bool("none", false, "")
	prof := flag.String("prof", "", "")
	st := flag.String("s", "", "")
	dir := flag.String("dir", "", "")
	mem := flag.Uint64("mem", 0, "MiB")
	res := flag.Bool("resume", false, "")
	flag.Parse()
	for _, t := range kafkaspec.Templates() {
		if t.Name != *name {
			continue
		}
		m, _, err := t.Build(map[string]string{"replicas": "3", "log_size": *l, "max_records": *l, "max_leader_epoch": *e})
		if err != nil {
			panic(err)
		}
		opt := explorer.Options{Store: *st, Dir: *dir, Resume: *res, Memory: *mem << 20, Workers: *w, Check: []string{"WeakIsr", "StrongIsr"}}
		if *none {
			opt.Check = []string{}
		}
		if *prof != "" {
			f, _ := os.Create(*prof)
			pprof.StartCPUProfile(f)
			defer pprof.StopCPUProfile()
		}
		r, err := explorer.Check(context.Background(), m, opt)
		if err != nil {
			panic(err)
		}
		fmt.Println(r.Verdict, r.States.Distinct, r.States.Generated, r.States.Depth, r.Elapsed, float64(r.States.Distinct)/r.Elapsed.Seconds()/1e6, "M/s", r.PackedBits, "bits", float64(r.PeakMemory)/float64(r.States.Distinct), "B/state")
	}
}
