package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	smdschema "sigs.k8s.io/structured-merge-diff/v6/schema"
	"sigs.k8s.io/structured-merge-diff/v6/typed"
)

// A toyVersion describes a version of a kind: its shape, how its fields are called in the first version, which of them it
// lacks, and whether conversion to it fails.
type toyVersion struct {
	Shape   string            `json:"shape"`
	Renames map[string]string `json:"renames"`
	Drops   []string          `json:"drops"`
	Broken  bool              `json:"broken"`
}

// toyVersions is what a field manager needs to know of a kind with several versions. Objects are defaulted nowhere.
type toyVersions struct {
	versions map[string]toyVersion
	types    map[string]typed.ParseableType
}

func newToyVersions(input applyInput) (*toyVersions, error) {
	v := &toyVersions{versions: input.Versions, types: map[string]typed.ParseableType{}}
	for name, version := range input.Versions {
		shape, err := readShape(version.Shape, input.Shapes)
		if err != nil {
			return nil, err
		}
		v.types[name] = withNames(smdType(shape))
	}
	return v, nil
}

// withNames gives every map a name, as the types of Kubernetes have one: nameless types are compared field by field each time.
func withNames(t typed.ParseableType) typed.ParseableType {
	types := append([]smdschema.TypeDef{}, t.Schema.Types...)
	ref := nameMaps(t.TypeRef, &types)
	return typed.ParseableType{TypeRef: ref, Schema: &smdschema.Schema{Types: types}}
}

func nameMaps(ref smdschema.TypeRef, types *[]smdschema.TypeDef) smdschema.TypeRef {
	if list := ref.Inlined.List; list != nil {
		list.ElementType = nameMaps(list.ElementType, types)
	}
	m := ref.Inlined.Map
	if m == nil {
		return ref
	}
	m.ElementType = nameMaps(m.ElementType, types)
	for i := range m.Fields {
		m.Fields[i].Type = nameMaps(m.Fields[i].Type, types)
	}
	name := fmt.Sprintf("type%d", len(*types))
	*types = append(*types, smdschema.TypeDef{Name: name, Atom: smdschema.Atom{Map: m}})
	return smdschema.TypeRef{NamedType: &name}
}

func (v *toyVersions) initial(input applyInput) (*unstructured.Unstructured, error) {
	if input.Live != nil {
		return readUnstructured(input.Live)
	}
	object, err := v.New(schema.FromAPIVersionAndKind(input.APIVersion, input.Kind))
	return object.(*unstructured.Unstructured), err
}

func readUnstructured(raw json.RawMessage) (*unstructured.Unstructured, error) {
	object := &unstructured.Unstructured{}
	return object, utiljson.Unmarshal(raw, &object.Object)
}

func (v *toyVersions) ObjectToTyped(object runtime.Object, opts ...typed.ValidationOptions) (*typed.TypedValue, error) {
	u := object.(*unstructured.Unstructured)
	t, ok := v.types[u.GetAPIVersion()]
	if !ok {
		return nil, runtime.NewNotRegisteredErrForKind("toy", u.GroupVersionKind())
	}
	return t.FromUnstructured(u.Object, opts...)
}

func (v *toyVersions) TypedToObject(value *typed.TypedValue) (runtime.Object, error) {
	return &unstructured.Unstructured{Object: value.AsValue().Unstructured().(map[string]any)}, nil
}

func (v *toyVersions) ConvertToVersion(in runtime.Object, target runtime.GroupVersioner) (runtime.Object, error) {
	from := in.(*unstructured.Unstructured)
	to := target.(schema.GroupVersion).String()
	if from.GetAPIVersion() == to {
		return in, nil
	}
	version, ok := v.versions[to]
	if !ok {
		return nil, runtime.NewNotRegisteredErrForKind("toy", from.GroupVersionKind())
	}
	if version.Broken {
		return nil, fmt.Errorf("conversion to %s is broken", to)
	}
	out := from.DeepCopy()
	for here, first := range v.versions[from.GetAPIVersion()].Renames {
		moveField(out.Object, here, first)
	}
	for here, first := range version.Renames {
		moveField(out.Object, first, here)
	}
	for _, path := range version.Drops {
		unstructured.RemoveNestedField(out.Object, strings.Split(path, ".")...)
	}
	out.SetAPIVersion(to)
	return out, nil
}

func moveField(object map[string]any, from, to string) {
	value, found, err := unstructured.NestedFieldNoCopy(object, strings.Split(from, ".")...)
	if !found || err != nil {
		return
	}
	unstructured.RemoveNestedField(object, strings.Split(from, ".")...)
	if err := unstructured.SetNestedField(object, value, strings.Split(to, ".")...); err != nil {
		panic(err)
	}
}

func (v *toyVersions) New(kind schema.GroupVersionKind) (runtime.Object, error) {
	object := &unstructured.Unstructured{Object: map[string]any{}}
	object.SetGroupVersionKind(kind)
	return object, nil
}

func (v *toyVersions) Default(runtime.Object) {}

func (v *toyVersions) Convert(_, _, _ any) error { panic("field managers convert by ConvertToVersion") }

func (v *toyVersions) ConvertFieldLabel(schema.GroupVersionKind, string, string) (string, string, error) {
	panic("field managers have no field labels")
}
