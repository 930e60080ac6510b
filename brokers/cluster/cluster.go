package main

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"maps"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"mc/brokers/cluster/driver"
)

//go:embed log4j2.xml
var logging []byte

// clusterID is any; it is formatted into the folders.
const clusterID = "AAAAAAAAAAAAAAAAAAAAAA"

// cluster is a controller and its brokers on loopback.
type cluster struct {
	kafka      kafka
	settings   driver.Settings
	dir        string
	controller *node
	brokers    map[int]*node
	delays     *proxy // nil: nothing is delayed
	seen       sights
	clients    *clients
}

// all are the nodes, the controller first.
func (c *cluster) all() []*node {
	list := []*node{c.controller}
	for _, b := range slices.Sorted(maps.Keys(c.brokers)) {
		list = append(list, c.brokers[b])
	}
	return list
}

// newCluster makes folders and settings; nothing runs yet.
func newCluster(k kafka, s driver.Settings, dir string) (*cluster, error) {
	c := &cluster{kafka: k, settings: s, dir: dir, brokers: map[int]*node{}}
	if err := os.WriteFile(filepath.Join(dir, "log4j2.xml"), logging, 0o666); err != nil {
		return nil, err
	}
	ports, err := freePorts(1 + len(s.Brokers))
	if err != nil {
		return nil, err
	}
	c.controller = &node{id: controllerID, port: ports[0]}
	for i, b := range s.Brokers {
		c.brokers[b] = &node{id: b, port: ports[1+i]}
	}
	for _, n := range c.all() {
		n.dir = filepath.Join(dir, fmt.Sprintf("n%d", n.id))
		if err := c.configure(n); err != nil {
			return nil, err
		}
	}
	c.seen = sights{c: c, ends: map[string]int64{}, fenced: map[int]bool{}, brokers: map[int]*broker{}}
	return c, nil
}

// freePorts are free on both addresses: of the brokers, and of what delays them.
func freePorts(n int) (ports []int, err error) {
	var held []net.Listener
	defer func() {
		for _, l := range held {
			l.Close()
		}
	}()
	for len(ports) < n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		port := l.Addr().(*net.TCPAddr).Port
		if other, err := net.Listen("tcp", fmt.Sprintf("127.0.0.2:%d", port)); err == nil {
			held, ports = append(held, other), append(ports, port)
		}
		held = append(held, l)
	}
	return ports, nil
}

// configure writes the settings of a node, and whom it finds where.
func (c *cluster) configure(n *node) error {
	if err := os.MkdirAll(n.dir, 0o777); err != nil {
		return err
	}
	settings := c.common()
	settings["node.id"] = fmt.Sprint(n.id)
	settings["log.dirs"] = filepath.Join(n.dir, "data")
	if n == c.controller {
		settings["process.roles"] = "controller"
		settings["listeners"] = fmt.Sprintf("CONTROLLER://127.0.0.1:%d", n.port)
	} else {
		settings["process.roles"] = "broker"
		settings["listeners"] = fmt.Sprintf("PLAINTEXT://127.0.0.1:%d", n.port)
		settings["advertised.listeners"] = fmt.Sprintf("PLAINTEXT://b%d:%d", n.id, n.port)
		maps.Copy(settings, c.settings.Broker)
	}
	var text strings.Builder
	for _, key := range slices.Sorted(maps.Keys(settings)) {
		fmt.Fprintf(&text, "%s=%s\n", key, settings[key])
	}
	if err := os.WriteFile(filepath.Join(n.dir, "server.properties"), []byte(text.String()), 0o666); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(n.dir, "hosts"), []byte(c.hosts(n)), 0o666)
}

// common are the settings of every node.
func (c *cluster) common() map[string]string {
	return map[string]string{
		"controller.quorum.voters":         fmt.Sprintf("%d@127.0.0.1:%d", controllerID, c.controller.port),
		"controller.listener.names":        "CONTROLLER",
		"listener.security.protocol.map":   "CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT",
		"broker.session.timeout.ms":        fmt.Sprint(c.settings.Session.Milliseconds()),
		"replica.lag.time.max.ms":          fmt.Sprint(c.settings.Lag.Milliseconds()),
		"min.insync.replicas":              fmt.Sprint(c.settings.MinIsr),
		"unclean.leader.election.enable":   fmt.Sprint(c.settings.Unclean),
		"auto.leader.rebalance.enable":     "false",
		"auto.create.topics.enable":        "false",
		"offsets.topic.replication.factor": "1",
		"log.cleaner.enable":               "false",
		"background.threads":               "2",
	}
}

// hosts are the names of the brokers as a node resolves them: through the proxy if one
// of the two is delayed.
func (c *cluster) hosts(n *node) string {
	self, _ := os.Hostname()
	text := "127.0.0.1 localhost " + self + "\n"
	for _, b := range slices.Sorted(maps.Keys(c.brokers)) {
		address := "127.0.0.1"
		if n.id != controllerID && n.id != b && c.delay(n.id, b) > 0 {
			address = "127.0.0.2"
		}
		text += fmt.Sprintf("%s b%d\n", address, b)
	}
	return text
}

// delay is what a byte takes between two brokers, each way.
func (c *cluster) delay(a, b int) time.Duration {
	return max(c.settings.Delay[a], c.settings.Delay[b])
}

// features are those that are asked for at the format.
func (c *cluster) features() []string {
	switch c.settings.Elr {
	case "on":
		return []string{"eligible.leader.replicas.version=1"}
	case "off":
		return []string{"eligible.leader.replicas.version=0"}
	}
	return nil
}

// format makes the folders those of one cluster, all at once.
func (c *cluster) format() error {
	nodes := c.all()
	errs := make([]error, len(nodes))
	var all sync.WaitGroup
	for i, n := range nodes {
		all.Go(func() { errs[i] = c.formatOne(n) })
	}
	all.Wait()
	return errors.Join(errs...)
}

func (c *cluster) formatOne(n *node) error {
	args := []string{"kafka.tools.StorageTool", "format", "-t", clusterID, "-c", filepath.Join(n.dir, "server.properties")}
	for _, f := range c.features() {
		args = append(args, "--feature", f)
	}
	out, err := c.kafka.java(64, filepath.Join(n.dir, "format.log"), nil, args...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("the folder of %s cannot be formatted: %w: %s", n.name(), err, out[max(0, len(out)-800):])
	}
	return nil
}

// up starts everything and makes the topic; the partition has all its replicas then.
func (c *cluster) up(ctx context.Context) error {
	if err := c.format(); err != nil {
		return err
	}
	if len(c.settings.Delay) > 0 {
		c.delays = newProxy()
		for _, b := range c.brokers {
			if err := c.delays.forward(b.port, slices.Max(slices.Collect(maps.Values(c.settings.Delay)))); err != nil {
				return err
			}
		}
	}
	for _, n := range c.all() {
		if err := c.start(n); err != nil {
			return err
		}
	}
	for _, n := range c.all() {
		if err := n.ready(2 * time.Minute); err != nil {
			return err
		}
	}
	c.clients = newClients(c)
	return c.clients.createTopic(ctx)
}

// down ends everything.
func (c *cluster) down() {
	if c.clients != nil {
		c.clients.close()
	}
	for _, n := range c.all() {
		n.end()
	}
	if c.delays != nil {
		c.delays.close()
	}
}
