package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
)

// A strategicQuestion is a merge (original, patch), a two-way diff (original, modified) or a three-way one (with current).
type strategicQuestion struct {
	Original  json.RawMessage `json:"original"`
	Patch     json.RawMessage `json:"patch"`
	Modified  json.RawMessage `json:"modified"`
	Current   json.RawMessage `json:"current"`
	Overwrite bool            `json:"overwrite"`
}

// A strategicSubject is a built-in kind, whose Go struct then says how to merge, or a shape. A table shares its shapes by name.
type strategicSubject struct {
	Kind   string            `json:"kind"`
	Shape  json.RawMessage   `json:"shape"`
	Shapes map[string]*Shape `json:"shapes"`
}

var strategicKinds = map[string]any{
	"ConfigMap":      corev1.ConfigMap{},
	"Deployment":     appsv1.Deployment{},
	"Node":           corev1.Node{},
	"Pod":            corev1.Pod{},
	"Service":        corev1.Service{},
	"ServiceAccount": corev1.ServiceAccount{},
}

func init() {
	register("strategic-merge", func(input json.RawMessage) (any, error) {
		var question struct {
			strategicSubject
			strategicQuestion
		}
		if err := json.Unmarshal(input, &question); err != nil {
			return nil, err
		}
		schema, err := question.lookup()
		if err != nil {
			return nil, err
		}
		return question.answer(schema)
	})
	register("strategic-merge-answers", allStrategicAnswers)
}

// The library walks Go maps, so that some questions have several answers. This part asks each question many times and collects
// its answers. It takes many questions about one subject, because a shape is larger than what is asked about it.
func allStrategicAnswers(input json.RawMessage) (any, error) {
	var batch struct {
		strategicSubject
		Runs      int                  `json:"runs"`
		Questions []*strategicQuestion `json:"questions"`
	}
	if err := json.Unmarshal(input, &batch); err != nil {
		return nil, err
	}
	schema, err := batch.lookup()
	if err != nil {
		return nil, err
	}
	all := make([][]answer, len(batch.Questions))
	for i, q := range batch.Questions {
		for range batch.Runs {
			next := q.tryAnswer(schema)
			known := func(a answer) bool { return reflect.DeepEqual(a, next) }
			if !slices.ContainsFunc(all[i], known) {
				all[i] = append(all[i], next)
			}
		}
	}
	return all, nil
}

func (s *strategicSubject) lookup() (strategicpatch.LookupPatchMeta, error) {
	if s.Kind != "" {
		return strategicpatch.NewPatchMetaFromStruct(strategicKinds[s.Kind])
	}
	var name string
	if json.Unmarshal(s.Shape, &name) == nil {
		return shapeLookup{s.Shapes[name]}, nil
	}
	shape := &Shape{}
	return shapeLookup{shape}, json.Unmarshal(s.Shape, shape)
}

func (q *strategicQuestion) tryAnswer(schema strategicpatch.LookupPatchMeta) (a answer) {
	defer func() {
		if r := recover(); r != nil {
			a = answer{Panic: fmt.Sprint(r)}
		}
	}()
	value, err := q.answer(schema)
	if err != nil {
		return answer{Error: err.Error()}
	}
	return answer{Value: value}
}

func (q *strategicQuestion) answer(schema strategicpatch.LookupPatchMeta) (any, error) {
	if q.Current != nil {
		patch, err := strategicpatch.CreateThreeWayMergePatch(q.Original, q.Modified, q.Current, schema, q.Overwrite)
		return json.RawMessage(patch), err
	}
	if q.Modified != nil {
		patch, err := strategicpatch.CreateTwoWayMergePatchUsingLookupPatchMeta(q.Original, q.Modified, schema)
		return json.RawMessage(patch), err
	}
	var original, patch map[string]any
	if err := errors.Join(utiljson.Unmarshal(q.Original, &original), utiljson.Unmarshal(q.Patch, &patch)); err != nil {
		return nil, err
	}
	// The copy has no spare room in its lists, like the maps that kube-apiserver makes of typed objects.
	merged, err := strategicpatch.StrategicMergeMapPatchUsingLookupPatchMeta(runtime.DeepCopyJSON(original), patch, schema)
	return merged, err
}

// A shapeLookup finds directives in a shape in the way in which the library finds them in the tags of a struct.
type shapeLookup struct{ shape *Shape }

func (l shapeLookup) LookupPatchMetadataForStruct(key string) (strategicpatch.LookupPatchMeta, strategicpatch.PatchMeta, error) {
	meta := strategicpatch.PatchMeta{}
	field, ok := l.shape.Fields[key]
	if !ok && l.Name() != "struct" {
		return nil, meta, fmt.Errorf("merging an object in json but data type is not struct, instead is: %s", l.Name())
	}
	if !ok {
		return nil, meta, fmt.Errorf("unable to find api field \"%s\"", key)
	}
	if patch := field.Shape.Patch; patch != nil {
		meta.SetPatchStrategies(patch.Strategies)
		meta.SetPatchMergeKey(patch.MergeKey)
	}
	return shapeLookup{field.Shape}, meta, nil
}

func (l shapeLookup) LookupPatchMetadataForSlice(key string) (strategicpatch.LookupPatchMeta, strategicpatch.PatchMeta, error) {
	list, meta, err := l.LookupPatchMetadataForStruct(key)
	if err != nil {
		return nil, meta, err
	}
	shape := list.(shapeLookup).shape
	if shape.Type != "list" {
		return nil, meta, errors.New("expected slice or array type, but got: struct")
	}
	if shape.Items.Type == "list" {
		return nil, meta, errors.New("unexpected slice of slice")
	}
	return shapeLookup{shape.Items}, meta, nil
}

// Name gives the kind of Go value that the shape stands for.
func (l shapeLookup) Name() string {
	switch {
	case l.shape.Type == "list":
		return "slice"
	case l.shape.Type == "scalar" && l.shape.Scalar == "":
		return "scalar"
	case l.shape.Type == "scalar":
		return l.shape.Scalar
	case l.shape.Values != nil:
		return "map"
	default:
		return "struct"
	}
}
