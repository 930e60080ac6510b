package kafka

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"mc/model"
)

// Unbounded, as the value of lag_timeouts, means that they are not counted.
const Unbounded = 15

func bound(name string, def, lo, hi int, doc string) model.Constant {
	return model.Constant{Name: name, Doc: doc, Default: fmt.Sprint(def), Min: lo, Max: hi}
}

// bounds are the constants that size the system and limit its environment.
var bounds = []model.Constant{
	bound("replicas", 3, 2, MaxBrokers, "Brokers, each with a replica of the partition."),
	bound("min_insync_replicas", 2, 1, MaxBrokers, "Smallest ISR that acks=all accepts."),
	bound("broker_min_insync_replicas", 0, 0, MaxBrokers, "Min ISR that brokers go by, if it differs from the controller's; 0 = the same (KAFKA-16540)."),
	bound("records", 1, 0, Capacity, "Records that producers send."),
	bound("fetch_records", 1, 1, Capacity, "Most records in one fetch answer."),
	bound("max_epoch", 2, 0, MaxEpoch, "Highest leader epoch that the controller may reach."),
	bound("kills", 0, 0, 15, "Processes killed; what they wrote survives."),
	bound("lossy_crashes", 0, 0, 15, "Power failures; what was not flushed is lost."),
	bound("clean_stops", 0, 0, 15, "Controlled shutdowns."),
	bound("fences", 1, 0, 15, "Broker sessions that expire."),
	bound("unfences", 1, 0, 15, "Fenced brokers whose heartbeats return without a restart."),
	bound("elections", 0, 0, 15, "Elections without a failure."),
	bound("unclean_elections", 0, 0, 15, "Elections of a broker outside ISR and ELR; above 0, unclean election is enabled."),
	bound("min_isr_changes", 0, 0, 15, "Changes of min.insync.replicas."),
	bound("reassignments", 0, 0, MaxBrokers, "Replicas taken out of the assignment."),
	bound("lag_timeouts", 1, 0, Unbounded, "Followers that fall behind the lag window; 15 = not counted."),
	bound("checkpoints", 0, 0, 15, "High watermarks written to disk; above 0, a killed broker comes back with the one on disk."),
	bound("flushes", 0, 0, 15, "Logs forced to disk."),
	bound("lost_answers", 0, 0, 15, "AlterPartition requests without an answer: it, or they, do not arrive."),
	bound("log_swaps", 0, 0, 15, "Replicas moved between directories of a broker."),
	bound("reads", 0, 0, 15, "Reads and latest-offset queries of consumers."),
	bound("produce_timeouts", 0, 0, 15, "acks=all requests that time out."),
	choice("acks", "all", []string{"all", "1", "0", "any"}, "The acks of produce requests."),
	choice("track_acks", "off", []string{"off", "with-hw", "separate"}, "Whether answers to acks=all are kept: not, in the step in which the high watermark covers them, or in steps of their own."),
	toggle("track_restarts", "Whether it is remembered who restarted after a power failure and has not caught up since."),
	toggle("restart_before_fence", "A broker may come back before its session has expired."),
	toggle("partial_loss", "A power failure may keep some of what was not flushed."),
}

func choice(name, def string, choices []string, doc string) model.Constant {
	return model.Constant{Name: name, Doc: doc, Default: def, Choices: choices}
}

func toggle(name, doc string) model.Constant {
	return model.Constant{Name: name, Doc: doc, Default: "off", Switch: true}
}

// constants lists every parameter, with the defaults of the generation in
// set, and refuses keys that have no meaning there.
func constants(set map[string]string) ([]model.Constant, error) {
	name, given := set["generation"]
	if !given {
		name = Generations[len(Generations)-1].Name
	}
	row, variation, err := generation(name)
	if err != nil {
		return nil, err
	}
	list := append([]model.Constant{{Name: "generation", Doc: "A generation of the protocol, or a release.",
		Default: name, Choices: generationNames()}}, bounds...)
	effective := map[string]string{}
	var problems []error
	for i := range Columns {
		c := Columns[i]
		c.Default = c.cell(row, set, effective)
		if v, varied := variation[c.Name]; varied {
			c.Default = v
		}
		effective[c.Name] = c.Default
		if v, overridden := set[c.Name]; overridden {
			effective[c.Name] = normal(c.Constant, v)
			problems = append(problems, c.refusal(name, row, set, effective))
		}
		list = append(list, c.Constant)
	}
	return list, errors.Join(problems...)
}

// normal is a value in its canonical spelling ("on" for "true").
func normal(c model.Constant, text string) string {
	if v, err := c.Parse(text); err == nil {
		return c.Text(v)
	}
	return text
}

// satisfied reports whether the axis that gives the key a meaning has a
// fitting value, and the axis's name.
func (c *Column) satisfied(effective map[string]string) (key string, ok bool) {
	if c.needs == "" {
		return "", true
	}
	key, values, _ := strings.Cut(c.needs, "=")
	return key, slices.Contains(strings.Split(values, "|"), effective[key])
}

// cell is the default of the column in a generation: off, or the first
// choice, where the key has no meaning. Where only an overridden axis gives it
// one, the nearest generation that has one decides.
func (c *Column) cell(row int, set, effective map[string]string) string {
	key, ok := c.satisfied(effective)
	if ok && c.Cells[row] != notThere {
		return c.Cells[row]
	}
	if _, overridden := set[key]; overridden && ok {
		for d := range len(c.Cells) {
			for _, r := range []int{row + d, row - d} {
				if r >= 0 && r < len(c.Cells) && c.Cells[r] != notThere {
					return c.Cells[r]
				}
			}
		}
	}
	if c.Switch {
		return "off"
	}
	return c.Choices[0]
}

// refusal says why the key may not be set here.
func (c *Column) refusal(name string, row int, set, effective map[string]string) error {
	key, ok := c.satisfied(effective)
	if !ok {
		return fmt.Errorf("kafka: %s has no meaning here: it needs %s, and %s is %s", c.Name, c.needs, key, effective[key])
	}
	if _, overridden := set[key]; c.Cells[row] == notThere && !overridden {
		return fmt.Errorf("kafka: %s does not exist in generation %s; it came later or was gone by then", c.Name, name)
	}
	return nil
}
