package main

import (
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// proc is one server process: name, id, CPU seconds so far, resident memory in MB.
type proc struct {
	name, pid string
	cpu, rss  float64
}

// readProcs reads the server processes; the last entry is the whole machine (busy CPU seconds).
func readProcs() (out []proc) {
	defer func() { out = append(out, proc{name: "machine", cpu: busy()}) }()
	for _, part := range strings.Split(*pids, ",") {
		name, pid, ok := strings.Cut(part, "=")
		if !ok {
			continue
		}
		p := proc{name: name, pid: pid}
		if stat, err := os.ReadFile("/proc/" + pid + "/stat"); err == nil {
			f := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
			user, _ := strconv.ParseFloat(f[11], 64)
			system, _ := strconv.ParseFloat(f[12], 64)
			p.cpu = (user + system) / 100
		}
		if status, err := os.ReadFile("/proc/" + pid + "/status"); err == nil {
			for _, line := range strings.Split(string(status), "\n") {
				f := strings.Fields(line)
				if len(f) == 3 && f[0] == "VmRSS:" {
					kb, _ := strconv.ParseFloat(f[1], 64)
					p.rss = kb / 1024
				}
			}
		}
		out = append(out, p)
	}
	return out
}

// busy is the CPU time that all processes of the machine have used.
func busy() float64 {
	stat, _ := os.ReadFile("/proc/stat")
	total := 0.0
	for i, f := range strings.Fields(strings.SplitN(string(stat), "\n", 2)[0])[1:9] {
		if i != 3 && i != 4 { // idle, iowait
			v, _ := strconv.ParseFloat(f, 64)
			total += v / 100
		}
	}
	return total
}

// self is the CPU time that this process has used.
func self() float64 {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}

// mark is the state of all CPU clocks at the start of a measurement.
type mark struct {
	at    time.Time
	procs []proc
	self  float64
}

func begin() mark { return mark{time.Now(), readProcs(), self()} }

// used returns server, own and machine CPU seconds since the mark; others is the part of the machine's CPU time that went elsewhere.
func (m mark) used() (each []proc, servers, own, others float64) {
	now := readProcs()
	for i := range now {
		now[i].cpu -= m.procs[i].cpu
	}
	each, own = now[:len(now)-1], self()-m.self
	for _, p := range each {
		servers += p.cpu
	}
	return each, servers, own, max(0, now[len(now)-1].cpu-servers-own)
}

// report prints the rate, CPU per 1,000 operations, and how many cores other jobs had meanwhile (noise).
func (m mark) report(row string, ops float64) {
	took := time.Since(m.at).Seconds()
	each, servers, own, others := m.used()
	emit(row, "ops/s", ops/took)
	for _, p := range each {
		emit(row, p.name+" cpu s/1k", p.cpu/ops*1000)
	}
	emit(row, "server cpu s/1k", servers/ops*1000)
	emit(row, "client cpu s/1k", own/ops*1000)
	emit(row, "others' cores", others/took)
}

// rssMB is the resident memory of all server processes.
func rssMB() (total float64) {
	for _, p := range readProcs() {
		total += p.rss
	}
	return total
}
