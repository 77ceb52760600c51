package main

import (
	"encoding/json"

	"k8s.io/apimachinery/pkg/runtime/schema"
)

func init() {
	register("group-version", func(input json.RawMessage) (any, error) {
		var in struct {
			APIVersion string `json:"apiVersion"`
			Text       string `json:"text"`
		}
		if err := json.Unmarshal(input, &in); err != nil {
			return nil, err
		}
		gv, err := schema.ParseGroupVersion(in.APIVersion)
		if err != nil {
			return nil, err
		}
		kind, resource := schema.ParseGroupKind(in.Text), schema.ParseGroupResource(in.Text)
		return []string{
			gv.Group, gv.Version, gv.String(),
			kind.Group, kind.Kind, kind.String(),
			resource.Group, resource.Resource, resource.String(),
			gv.WithKind(in.Text).String(), gv.WithResource(in.Text).String(),
		}, nil
	})
}
