package main

import (
	"encoding/json"
	"errors"

	"k8s.io/apimachinery/pkg/runtime"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
)

// The part "bench-strategic-merge" tells what one merge costs: nanoseconds of CPU, all threads counted, once everything is
// warm. The library works inside its arguments; the copies that it needs for that are made before the clock starts.
func init() {
	register("bench-strategic-merge", func(input json.RawMessage) (any, error) {
		var bench struct {
			strategicSubject
			strategicQuestion
			Runs int `json:"runs"`
		}
		if err := json.Unmarshal(input, &bench); err != nil {
			return nil, err
		}
		schema, err := bench.lookup()
		if err != nil {
			return nil, err
		}
		var original, patch map[string]any
		if err := errors.Join(utiljson.Unmarshal(bench.Original, &original), utiljson.Unmarshal(bench.Patch, &patch)); err != nil {
			return nil, err
		}
		if _, err := mergeCopies(original, patch, schema, bench.Runs/4); err != nil {
			return nil, err
		}
		total, err := mergeCopies(original, patch, schema, bench.Runs)
		return total / int64(bench.Runs), err
	})
}

func mergeCopies(original, patch map[string]any, schema strategicpatch.LookupPatchMeta, runs int) (int64, error) {
	originals, patches := make([]map[string]any, runs), make([]map[string]any, runs)
	for i := range runs {
		originals[i], patches[i] = runtime.DeepCopyJSON(original), runtime.DeepCopyJSON(patch)
	}
	start := cpuNanoseconds()
	for i := range runs {
		if _, err := strategicpatch.StrategicMergeMapPatchUsingLookupPatchMeta(originals[i], patches[i], schema); err != nil {
			return 0, err
		}
	}
	return cpuNanoseconds() - start, nil
}
