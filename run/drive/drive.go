package drive

import (
	"embed"
	"strings"
)

//go:embed drivers
var files embed.FS

// Driver is a program for a scheduler.
type Driver struct {
	Name string
	What string // a sentence
	File string // what its text is called here
}

// Drivers are all there are, those first that need least.
var Drivers = []Driver{
	{"xargs", "This machine, by bash and xargs.", "xargs.sh"},
	{"make", "This machine, by GNU make.", "make.mk"},
	{"dask", "A cluster of Dask, or machines that one names.", "dask.py"},
	{"pyspark", "Spark from Python.", "pyspark.py"},
	{"spark", "Spark from Scala, with no Python on its workers.", "spark.scala"},
	{"slurm", "Slurm, an array of jobs for each round.", "slurm.sh"},
	{"kubernetes", "Kubernetes, an indexed Job for each round.", "kubernetes.sh"},
	{"argo", "Argo Workflows, a workflow that calls itself for each round.", "argo.yaml"},
}

// Named is the driver of a name.
func Named(name string) (d Driver, found bool) {
	for _, d := range Drivers {
		if d.Name == name {
			return d, true
		}
	}
	return Driver{}, false
}

// Names are those of all drivers.
func Names() string {
	names := make([]string, len(Drivers))
	for i, d := range Drivers {
		names[i] = d.Name
	}
	return strings.Join(names, ", ")
}

// Text is the program itself.
func (d Driver) Text() string {
	text, err := files.ReadFile("drivers/" + d.File)
	if err != nil {
		panic(err) // the table above names a file that is not there
	}
	return string(text)
}
