// Command load drives a Kubernetes API server over plain net/http (HTTP/1.1, keep-alive, no client-side rate limit) and prints a line
// per number: row, metric, value, separated by tabs. It knows nothing about which API server it talks to.
package main

import (
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
)

var (
	server  = flag.String("server", "", "base URL of the API server")
	token   = flag.String("token", "", "bearer token")
	pids    = flag.String("pids", "", "server processes whose CPU and RSS are read, e.g. etcd=12,apiserver=13")
	objects = flag.String("objects", "objects", "folder with the object templates")
	kind    = flag.String("kind", "configmap-2k", "template")
	ns      = flag.String("ns", "bench", "namespace")
	n       = flag.Int("n", 10000, "objects (seed), writes (watch, fanout, slow)")
	clients = flag.String("c", "1,8,32", "numbers of parallel clients")
	secs    = flag.Float64("secs", 2, "seconds per operation and number of clients")
	watch   = flag.Int("watchers", 100, "number of watchers")
	warmUp  = flag.Float64("warm-up", 2, "seconds per operation before the first measurement (ops)")
	rate    = flag.Float64("rate", 100, "writes per second (watch)")
	hook    = flag.Bool("hook", false, "be a validating webhook for the kind meanwhile")
	account = flag.Bool("account", false, "act as a ServiceAccount with a role of its own")
)

// quiet is set while something is done that is not measured.
var quiet bool

func emit(row, metric string, value float64) {
	if quiet {
		return
	}
	fmt.Printf("%s\t%s\t%s\n", row, metric, strconv.FormatFloat(value, 'g', 6, 64))
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
}

func parallel() (out []int) {
	for _, s := range strings.Split(*clients, ",") {
		c, err := strconv.Atoi(s)
		check(err)
		out = append(out, c)
	}
	return out
}

func main() {
	commands := map[string]func(){"seed": seedAll, "ops": ops, "creates": creates, "list": list, "watch": watchLatency, "fanout": fanout, "slow": slowWatcher, "define": define, "rss": rss}
	if len(os.Args) < 2 || commands[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "usage: load seed|ops|creates|list|watch|fanout|slow|define|rss [flags]")
		os.Exit(2)
	}
	check(flag.CommandLine.Parse(os.Args[2:]))
	if *hook {
		serveHook()
	}
	if *account {
		becomeAccount()
	}
	commands[os.Args[1]]()
}

func rss() { emit("rss", "MB", rssMB()) }

func seedAll() {
	ensureNamespace(*ns)
	m := begin()
	seed(*kind, *ns, *n, parallel()[0])
	m.report("seed "+*kind, float64(*n))
}
