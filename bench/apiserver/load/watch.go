package main

import (
	"bufio"
	"bytes"
	"fmt"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

var stamp = []byte(`"bench/ts":"`)

// lines opens a watch from now on and calls fn with every event line; it returns when the server has accepted the watch.
func lines(path string, wg *sync.WaitGroup, fn func(line []byte) (more bool)) {
	data, err := call("GET", path+"?limit=1", nil, "")
	check(err)
	res, err := request("GET", path+"?watch=true&timeoutSeconds=300&resourceVersion="+resourceVersion(data), nil, "")
	check(err)
	wg.Go(func() {
		defer res.Body.Close()
		r := bufio.NewReaderSize(res.Body, 64<<10)
		for {
			line, err := r.ReadSlice('\n')
			if err != nil {
				check(fmt.Errorf("a watch of %s ended early: %w", path, err))
			}
			if !fn(line) {
				return
			}
		}
	})
}

// watchLatency annotates stored objects one at a time with the time of sending, at a steady rate, and reports the time until the
// answer and the time until each watcher has the event.
func watchLatency() {
	space := *ns + "-watch-" + strconv.FormatInt(time.Now().UnixNano()%1e9, 36)
	ensureNamespace(space)
	seed(*kind, space, 100, 8)
	base, row := path(*kind, space), "watch latency"
	var wg sync.WaitGroup
	lat := make([][]float64, *watch)
	for w := range *watch {
		lines(base, &wg, func(line []byte) bool {
			now := time.Now().UnixNano()
			if i := bytes.Index(line, stamp); i >= 0 {
				rest := line[i+len(stamp):]
				sent, _ := strconv.ParseInt(string(rest[:bytes.IndexByte(rest, '"')]), 10, 64)
				lat[w] = append(lat[w], float64(now-sent)/1e6)
			}
			return len(lat[w]) < *n
		})
	}
	start, written := time.Now(), []float64{}
	tick := time.NewTicker(time.Duration(float64(time.Second) / *rate))
	for i := range *n {
		<-tick.C
		t := time.Now()
		_, err := call("PATCH", base+"/"+name(i%100), fmt.Appendf(nil, `{"metadata":{"annotations":{"bench/ts":"%d"}}}`, t.UnixNano()), "application/merge-patch+json")
		check(err)
		written = append(written, float64(time.Since(t).Microseconds())/1000)
	}
	emit(row, "writes/s", float64(*n)/time.Since(start).Seconds())
	wg.Wait()
	all := []float64{}
	for _, l := range lat {
		all = append(all, l...)
	}
	emit(row, "write answered p50 ms", quantile(written, .5))
	emit(row, "write answered p99 ms", quantile(written, .99))
	emit(row, "event p50 ms", quantile(all, .5))
	emit(row, "event p99 ms", quantile(all, .99))
}

// fanout creates objects as fast as it can with 8 clients while all watchers read, and reports events per second over all watchers.
func fanout() {
	space := *ns + "-fan-" + strconv.FormatInt(time.Now().UnixNano()%1e9, 36)
	ensureNamespace(space)
	base, row := path(*kind, space), "fan-out"
	var wg sync.WaitGroup
	var size atomic.Int64
	for range *watch {
		seen := 0
		lines(base, &wg, func(line []byte) bool {
			size.Add(int64(len(line)))
			seen++
			return seen < *n
		})
	}
	m := begin()
	seed(*kind, space, *n, 8)
	wrote := time.Since(m.at)
	wg.Wait()
	took, events := time.Since(m.at), float64(*n**watch)
	emit(row, "writes/s", float64(*n)/wrote.Seconds())
	emit(row, "events/s", events/took.Seconds())
	emit(row, "MB/s", float64(size.Load())/1e6/took.Seconds())
	_, servers, _, _ := m.used()
	emit(row, "server cpu us/event", servers/events*1e6)
}

// slowWatcher changes objects while one watcher has stopped reading, and reports the memory after each of several equal batches: a
// server that keeps everything for the slow one grows from batch to batch. The first batches have no watcher.
func slowWatcher() {
	space := *ns + "-slow-" + strconv.FormatInt(time.Now().UnixNano()%1e9, 36)
	ensureNamespace(space)
	seed(*kind, space, 100, 8)
	base, t := path(*kind, space), load(*kind)
	turn := 0
	batch := func() float64 {
		start := turn
		turn += *n
		each(*n, 8, func(i int) {
			body := changed(t.render(space, name(i%100), i%100), start+i)
			_, err := call("PUT", base+"/"+name(i%100), body, "application/json")
			check(err)
		})
		return rssMB()
	}
	for range 3 {
		batch()
	}
	emit("slow watcher", "before MB", batch())
	data, err := call("GET", base+"?limit=1", nil, "")
	check(err)
	res, err := request("GET", base+"?watch=true&timeoutSeconds=300&resourceVersion="+resourceVersion(data), nil, "")
	check(err)
	defer res.Body.Close()
	worst := 0.0
	for range 3 {
		worst = max(worst, batch())
	}
	emit("slow watcher", "worst MB", worst)
}
