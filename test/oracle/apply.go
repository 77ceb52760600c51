package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"time"

	"github.com/go-logr/logr"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/managedfields"
	"k8s.io/klog/v2"
	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"
)

// The part "apply" plays a sequence of writes on one object and tells how it stands after each of them.
func init() {
	register("apply", playWrites)
	// Field managers log what they cannot read; the answers say it too.
	klog.SetLogger(logr.Discard())
}

type applyInput struct {
	// Shapes are found by name here, and otherwise among the files of packages/machinery/testdata/shapes.
	Shapes     map[string]*Shape     `json:"shapes"`
	Kind       string                `json:"kind"`
	APIVersion string                `json:"apiVersion"`
	Versions   map[string]toyVersion `json:"versions"`
	// ResetFields says per subresource and version what a write there may not own.
	ResetFields map[string]map[string]fieldFilter `json:"resetFields"`
	Live        json.RawMessage                   `json:"live"`
	Steps       []applyStep                       `json:"steps"`
}

// A fieldFilter either excludes a set, or includes what starts with one of the paths, in which "*" stands for any element.
type fieldFilter struct {
	Exclude json.RawMessage `json:"exclude"`
	Include [][]string      `json:"include"`
}

type applyStep struct {
	Op          string          `json:"op"`
	Manager     string          `json:"manager"`
	Force       bool            `json:"force"`
	APIVersion  string          `json:"apiVersion"`
	Subresource string          `json:"subresource"`
	Object      json.RawMessage `json:"object"`
}

type applyOutcome struct {
	Object map[string]any       `json:"object,omitempty"`
	Error  string               `json:"error,omitempty"`
	Code   int32                `json:"code,omitempty"`
	Causes []metav1.StatusCause `json:"causes,omitempty"`
}

func playWrites(raw json.RawMessage) (any, error) {
	var input applyInput
	if err := json.Unmarshal(raw, &input); err != nil {
		return nil, err
	}
	versions, err := newToyVersions(input)
	if err != nil {
		return nil, err
	}
	live, err := versions.initial(input)
	if err != nil {
		return nil, err
	}
	outcomes := []applyOutcome{}
	for i, step := range input.Steps {
		if step.APIVersion == "" {
			step.APIVersion = input.APIVersion
		}
		outcome, err := versions.play(&live, step, input, i)
		if err != nil {
			return nil, err
		}
		outcomes = append(outcomes, outcome)
	}
	return outcomes, nil
}

func (v *toyVersions) play(live **unstructured.Unstructured, step applyStep, input applyInput, index int) (applyOutcome, error) {
	gv, err := schema.ParseGroupVersion(step.APIVersion)
	if err != nil {
		return applyOutcome{}, err
	}
	filters, err := resetFilters(input.ResetFields[step.Subresource])
	if err != nil {
		return applyOutcome{}, err
	}
	// The version of the request is the hub, so that what comes back is in the version of the request.
	manager, err := managedfields.NewDefaultCRDFieldManager(v, v, v, v, gv.WithKind(input.Kind), gv, step.Subresource, filters)
	if err != nil {
		return applyOutcome{}, err
	}
	object, err := readUnstructured(step.Object)
	if err != nil {
		return applyOutcome{}, err
	}
	versioned, err := v.ConvertToVersion((*live).DeepCopy(), gv)
	if err != nil {
		return applyOutcome{}, err
	}
	var result any
	if step.Op == "apply" {
		result, err = manager.Apply(versioned, object, step.Manager, step.Force)
	} else {
		result = manager.UpdateNoErrors(versioned, object, step.Manager)
	}
	if err != nil {
		return failed(err), nil
	}
	*live = result.(*unstructured.Unstructured)
	maskTimes(*live, index)
	return applyOutcome{Object: (*live).DeepCopy().Object}, nil
}

func failed(err error) applyOutcome {
	outcome := applyOutcome{Error: err.Error(), Code: 500}
	var status apierrors.APIStatus
	if errors.As(err, &status) {
		outcome.Code = status.Status().Code
		if details := status.Status().Details; details != nil {
			outcome.Causes = details.Causes
		}
		// Upstream walks the managers in the random order of a Go map.
		sort.SliceStable(outcome.Causes, func(i, j int) bool { return outcome.Causes[i].Message < outcome.Causes[j].Message })
	}
	return outcome
}

var started = time.Now().Add(-time.Minute)

// Upstream takes the time from the wall clock. What it just wrote becomes 2020 and the number of the step in seconds; times
// in the input are older than this program.
func maskTimes(object *unstructured.Unstructured, index int) {
	entries := object.GetManagedFields()
	for i := range entries {
		if entries[i].Time != nil && entries[i].Time.After(started) {
			masked := metav1.NewTime(time.Date(2020, 1, 1, 0, 0, index, 0, time.UTC))
			entries[i].Time = &masked
		}
	}
	if entries != nil {
		object.SetManagedFields(entries)
	}
}

func resetFilters(input map[string]fieldFilter) (map[fieldpath.APIVersion]fieldpath.Filter, error) {
	filters := map[fieldpath.APIVersion]fieldpath.Filter{}
	for version, filter := range input {
		if filter.Exclude != nil {
			set := fieldpath.NewSet()
			if err := set.FromJSON(bytes.NewReader(filter.Exclude)); err != nil {
				return nil, err
			}
			filters[fieldpath.APIVersion(version)] = fieldpath.NewExcludeSetFilter(set)
			continue
		}
		var matchers []*fieldpath.SetMatcher
		for _, path := range filter.Include {
			var parts []any
			for _, name := range path {
				if name == "*" {
					parts = append(parts, fieldpath.MatchAnyPathElement())
				} else {
					parts = append(parts, name)
				}
			}
			matchers = append(matchers, fieldpath.MakePrefixMatcherOrDie(parts...))
		}
		filters[fieldpath.APIVersion(version)] = fieldpath.NewIncludeMatcherFilter(matchers...)
	}
	return filters, nil
}

// readShape finds a shape by name: among those of the input, else in the test data next to the folder of this program.
func readShape(name string, shapes map[string]*Shape) (*Shape, error) {
	if shape, ok := shapes[name]; ok {
		return shape, nil
	}
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	path := filepath.Join(filepath.Dir(program), "../packages/machinery/testdata/shapes", name+".json")
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("there is no shape %q: %w", name, err)
	}
	shape := &Shape{}
	return shape, json.Unmarshal(text, shape)
}
