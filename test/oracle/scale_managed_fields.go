package main

import (
	"encoding/json"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/managedfields"
	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"
)

// The part "scale-managed-fields" carries managedFields from an object to its scale subresource and back.
func init() { register("scale-managed-fields", scaleManagedFields) }

type scaleInput struct {
	Parent     []metav1.ManagedFieldsEntry `json:"parent"`
	Scale      []metav1.ManagedFieldsEntry `json:"scale"`
	APIVersion string                      `json:"apiVersion"`
	// Paths are nil for versions without the subresource.
	Paths map[string][]string `json:"paths"`
}

func scaleManagedFields(raw json.RawMessage) (any, error) {
	var input scaleInput
	if err := json.Unmarshal(raw, &input); err != nil {
		return nil, err
	}
	gv, err := schema.ParseGroupVersion(input.APIVersion)
	if err != nil {
		return nil, err
	}
	paths := managedfields.ResourcePathMappings{}
	for version, names := range input.Paths {
		var path fieldpath.Path
		for _, name := range names {
			path = append(path, fieldpath.FieldNameElement(name))
		}
		paths[version] = path
	}
	handler := managedfields.NewScaleHandler(input.Parent, gv, paths)
	scale, err := handler.ToSubresource()
	if err != nil {
		return nil, err
	}
	parent, err := handler.ToParent(input.Scale)
	if err != nil {
		return nil, err
	}
	return map[string]any{"scale": scale, "parent": parent}, nil
}
