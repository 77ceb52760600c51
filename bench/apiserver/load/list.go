package main

import (
	"fmt"
	"io"
	"sort"
	"sync"
	"time"
)

func quantile(v []float64, q float64) float64 {
	if len(v) == 0 {
		return -1
	}
	s := append([]float64{}, v...)
	sort.Float64s(s)
	return s[min(len(s)-1, int(q*float64(len(s))))]
}

// list reads the whole collection, first alone, for its CPU, then while another client reads one object again and again: what that
// client waits for longest is what the list kept the server from.
func list() {
	base := path(*kind, *ns)
	m := begin()
	size := listOnce(base)
	took := time.Since(m.at)
	_, servers, _, _ := m.used()
	emit("list", "server cpu ms", servers*1000)
	emit("list", "total ms", float64(took.Microseconds())/1000)
	emit("list", "MB", float64(size)/1e6)
	emit("list", "longest get ms", probed(base, func() { listOnce(base) }))
}

func listOnce(path string) int64 {
	res, err := request("GET", path, nil, "")
	check(err)
	defer res.Body.Close()
	size, err := io.Copy(io.Discard, res.Body)
	check(err)
	if res.StatusCode != 200 {
		check(fmt.Errorf("GET %s: %d", path, res.StatusCode))
	}
	return size
}

// probed runs fn while one object is read again and again, and returns the longest of these reads in milliseconds.
func probed(base string, fn func()) float64 {
	var wg sync.WaitGroup
	done, longest := make(chan struct{}), 0.0
	object := base + "/" + name(0)
	_, err := call("GET", object, nil, "")
	check(err)
	wg.Go(func() {
		for {
			select {
			case <-done:
				return
			default:
			}
			t := time.Now()
			_, err := call("GET", object, nil, "")
			check(err)
			longest = max(longest, float64(time.Since(t).Microseconds())/1000)
			time.Sleep(time.Millisecond)
		}
	})
	time.Sleep(20 * time.Millisecond)
	fn()
	close(done)
	wg.Wait()
	return longest
}
