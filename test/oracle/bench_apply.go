package main

import (
	"encoding/json"
	"runtime/debug"
	"syscall"

	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/managedfields"
)

// The part "bench-apply" tells what one apply costs: nanoseconds of CPU, all threads counted, once everything is warm.
func init() { register("bench-apply", benchApply) }

type benchApplyInput struct {
	applyInput
	Manager string          `json:"manager"`
	Applied json.RawMessage `json:"applied"`
	Runs    int             `json:"runs"`
}

func benchApply(raw json.RawMessage) (any, error) {
	var input benchApplyInput
	if err := json.Unmarshal(raw, &input); err != nil {
		return nil, err
	}
	versions, err := newToyVersions(input.applyInput)
	if err != nil {
		return nil, err
	}
	gv, err := schema.ParseGroupVersion(input.APIVersion)
	if err != nil {
		return nil, err
	}
	manager, err := managedfields.NewDefaultCRDFieldManager(versions, versions, versions, versions, gv.WithKind(input.Kind), gv, "", nil)
	if err != nil {
		return nil, err
	}
	live, err := readUnstructured(input.Live)
	if err != nil {
		return nil, err
	}
	applied, err := readUnstructured(input.Applied)
	if err != nil {
		return nil, err
	}
	// A server's heap is large and its garbage collection rare; ours would otherwise run every few applies.
	defer debug.SetGCPercent(debug.SetGCPercent(2000))
	var start int64
	for run := -input.Runs / 4; run < input.Runs; run++ {
		if run == 0 {
			start = cpuNanoseconds()
		}
		if _, err := manager.Apply(live, applied, input.Manager, false); err != nil {
			return nil, err
		}
	}
	return float64(cpuNanoseconds()-start) / float64(input.Runs), nil
}

func cpuNanoseconds() int64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return usage.Utime.Nano() + usage.Stime.Nano()
}
