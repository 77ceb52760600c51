package main

import (
	"fmt"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// each runs fn(i) for 0 <= i < n on c goroutines.
func each(n, c int, fn func(i int)) {
	var next atomic.Int64
	var wg sync.WaitGroup
	for range c {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				fn(i)
			}
		})
	}
	wg.Wait()
}

func seed(kind, ns string, n, c int) {
	t := load(kind)
	each(n, c, func(i int) {
		_, err := call("POST", path(kind, ns), t.render(ns, name(i), i), "application/json")
		check(err)
	})
}

// timed runs fn(client, turn) on c goroutines for some seconds and prints the rate and the latency of one client's turn.
func timed(row string, c int, secs float64, fn func(client, turn int)) {
	var wg sync.WaitGroup
	lat := make([][]float64, c)
	m := begin()
	end := m.at.Add(time.Duration(secs * float64(time.Second)))
	for k := range c {
		wg.Go(func() {
			for turn := 0; ; turn++ {
				t := time.Now()
				if t.After(end) {
					return
				}
				fn(k, turn)
				lat[k] = append(lat[k], float64(time.Since(t).Microseconds())/1000)
			}
		})
	}
	wg.Wait()
	row = fmt.Sprintf("%s c=%d", row, c)
	count := 0
	for _, l := range lat {
		count += len(l)
	}
	m.report(row, float64(count))
	all := []float64{}
	for _, l := range lat {
		all = append(all, l...)
	}
	emit(row, "p50 ms", quantile(all, .5))
	emit(row, "p99 ms", quantile(all, .99))
}

// ops measures create, get and server-side apply of one kind, creates create alone.
func ops()     { warmed(opsOf) }
func creates() { warmed(createsOf) }

// A server that compiles while it runs is measured as what it is after a while: everything is done once without being measured.
func warmed(measure func(space string, c int, secs float64)) {
	run := strconv.FormatInt(time.Now().UnixNano()%1e9, 36)
	quiet = true
	measure(*ns+"-"+run+"-warm", 8, *warmUp)
	quiet = false
	for _, c := range parallel() {
		measure(fmt.Sprintf("%s-%s-%d", *ns, run, c), c, *secs)
	}
}

func createsOf(space string, c int, secs float64) {
	t, base := load(*kind), path(*kind, space)
	ensureNamespace(space)
	timed("create "+*kind, c, secs, func(k, turn int) {
		i := turn*c + k
		_, err := call("POST", base, t.render(space, name(i), i), "application/json")
		check(err)
	})
}

func opsOf(space string, c int, secs float64) {
	createsOf(space, c, secs)
	t, base := load(*kind), path(*kind, space)
	// Every client owns 10 of the objects that it has just made; a slow server may have to be given some more.
	const own = 10
	at := func(k, turn int) int { return (turn%own)*c + k }
	each(own*c, c, func(i int) {
		if _, err := call("GET", base+"/"+name(i), nil, ""); err != nil {
			_, err = call("POST", base, t.render(space, name(i), i), "application/json")
			check(err)
		}
	})
	timed("get "+*kind, c, secs, func(k, turn int) {
		_, err := call("GET", base+"/"+name(at(k, turn)), nil, "")
		check(err)
	})
	apply := func(k, turn int, body []byte) {
		_, err := call("PATCH", base+"/"+name(at(k, turn))+"?fieldManager=bench&force=true", body, "application/apply-patch+yaml")
		check(err)
	}
	same := func(k, turn int) []byte { return t.render(space, name(at(k, turn)), at(k, turn)) }
	each(own*c, c, func(i int) { apply(i%c, i/c, same(i%c, i/c)) })
	timed("apply no-op "+*kind, c, secs, func(k, turn int) { apply(k, turn, same(k, turn)) })
	timed("apply change "+*kind, c, secs, func(k, turn int) { apply(k, turn, changed(same(k, turn), turn)) })
}

// changed sets one field to a new value: spec.replicas of a Deployment, data["key-0"] of a ConfigMap.
func changed(body []byte, turn int) []byte {
	s := strings.Replace(string(body), `"replicas":3`, fmt.Sprintf(`"replicas":%d`, 4+turn%1000), 1)
	return []byte(strings.Replace(s, `"key-0":"`, fmt.Sprintf(`"key-0":"%04d`, turn%10000), 1))
}
