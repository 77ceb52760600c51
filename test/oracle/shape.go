package main

import "encoding/json"

// Shape is the JSON form of the shapes that our TypeScript merges by. Type is "scalar", "list", "map" or "any"; the other
// fields are set as far as the type has them.
type Shape struct {
	Type string `json:"type"`
	// Scalar is "string", "number" or "boolean", and empty where any scalar fits.
	Scalar string `json:"scalar,omitempty"`

	Items *Shape `json:"items,omitempty"`
	// List is "atomic", "set" or "map".
	List string   `json:"list,omitempty"`
	Keys []string `json:"keys,omitempty"`

	Fields map[string]Field `json:"fields,omitempty"`
	Values *Shape           `json:"values,omitempty"`
	// Map is "atomic" or "granular"; empty means granular.
	Map string `json:"map,omitempty"`

	Patch *PatchDirective `json:"patch,omitempty"`
}

// Field is a declared field of a map. Default is nil where there is none, and the JSON text of the default otherwise.
type Field struct {
	Shape   *Shape          `json:"shape"`
	Default json.RawMessage `json:"default,omitempty"`
}

// PatchDirective holds the strategies and the merge key of a strategic merge.
type PatchDirective struct {
	Strategies []string `json:"strategies"`
	MergeKey   string   `json:"mergeKey,omitempty"`
}
