// Prints what the struct tags of Kubernetes' Go types say: the JSON name of each field, how it is written in protobuf, and how a
// strategic merge treats it. One type a line, as JSON, sorted by name.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"sort"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"
)

// Type is a struct with its fields in the order of the source, or a named list that protobuf wraps in a message.
type Type struct {
	Name   string  `json:"name"`
	Fields []Field `json:"fields,omitempty"`
	// Items is the type of the items of a wrapped list; they are field 1 of the message.
	Items string `json:"items,omitempty"`
}

// Field is one field of a struct. An inlined one has no JSON name: its fields stand in the object around it.
type Field struct {
	JSON      string `json:"json,omitempty"`
	Type      string `json:"type"`
	Inline    bool   `json:"inline,omitempty"`
	Pointer   bool   `json:"pointer,omitempty"`
	OmitEmpty bool   `json:"omitEmpty,omitempty"`
	OmitZero  bool   `json:"omitZero,omitempty"`
	// Number is 0 for what protobuf does not know.
	Number        int    `json:"number,omitempty"`
	PatchStrategy string `json:"patchStrategy,omitempty"`
	PatchMergeKey string `json:"patchMergeKey,omitempty"`
}

func main() {
	walk := walker{types: map[string]Type{}}
	for _, root := range roots() {
		walk.typeOf(root)
	}
	names := make([]string, 0, len(walk.types))
	for name := range walk.types {
		names = append(names, name)
	}
	sort.Strings(names)
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetEscapeHTML(false)
	for _, name := range names {
		if err := encoder.Encode(walk.types[name]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

func roots() []reflect.Type {
	scheme := runtime.NewScheme()
	for _, add := range groupVersions {
		if err := add(scheme); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	var found []reflect.Type
	for kind, root := range scheme.AllKnownTypes() {
		if kind.Version != runtime.APIVersionInternal {
			found = append(found, root)
		}
	}
	return found
}

type walker struct{ types map[string]Type }

// typeOf writes a type down and returns its name: "[]" and "map[]" before that of items and values.
func (w walker) typeOf(t reflect.Type) string {
	if name, isKnown := special[t.PkgPath()+"."+t.Name()]; isKnown {
		return name
	}
	switch t.Kind() {
	case reflect.Pointer:
		return w.typeOf(t.Elem())
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return "bytes"
		}
		if _, isMessage := reflect.PointerTo(t).MethodByName("MarshalToSizedBuffer"); isMessage {
			w.types[nameOf(t)] = Type{Name: nameOf(t), Items: w.typeOf(t.Elem())}
			return nameOf(t)
		}
		return "[]" + w.typeOf(t.Elem())
	case reflect.Map:
		return "map[]" + w.typeOf(t.Elem())
	case reflect.Struct:
		return w.structOf(t)
	case reflect.Interface:
		return "any"
	default:
		return t.Kind().String()
	}
}

func (w walker) structOf(t reflect.Type) string {
	name := nameOf(t)
	if _, isDone := w.types[name]; isDone {
		return name
	}
	w.types[name] = Type{Name: name}
	var fields []Field
	for i := range t.NumField() {
		if field := t.Field(i); field.IsExported() && field.Tag.Get("json") != "-" {
			fields = append(fields, w.fieldOf(field))
		}
	}
	w.types[name] = Type{Name: name, Fields: fields}
	return name
}

func (w walker) fieldOf(f reflect.StructField) Field {
	name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
	field := Field{
		JSON:          name,
		Type:          w.typeOf(f.Type),
		Inline:        f.Anonymous && name == "",
		Pointer:       f.Type.Kind() == reflect.Pointer,
		OmitEmpty:     strings.Contains(options, "omitempty"),
		OmitZero:      strings.Contains(options, "omitzero"),
		PatchStrategy: f.Tag.Get("patchStrategy"),
		PatchMergeKey: f.Tag.Get("patchMergeKey"),
	}
	if field.JSON == "" && !field.Inline {
		field.JSON = f.Name
	}
	if parts := strings.Split(f.Tag.Get("protobuf"), ","); len(parts) > 1 {
		field.Number, _ = strconv.Atoi(parts[1])
	}
	return field
}

// nameOf is the group's folder, the version and the name: apps/v1.Deployment.
func nameOf(t reflect.Type) string {
	parts := strings.Split(t.PkgPath(), "/")
	return strings.Join(parts[max(0, len(parts)-2):], "/") + "." + t.Name()
}
