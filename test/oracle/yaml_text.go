package main

import (
	"encoding/json"

	"sigs.k8s.io/yaml"
)

func init() {
	// A JSON value as the API server writes it in YAML.
	register("yaml-text", func(input json.RawMessage) (any, error) {
		text, err := yaml.JSONToYAML(input)
		return string(text), err
	})
}
