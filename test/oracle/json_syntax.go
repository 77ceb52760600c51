package main

import (
	"encoding/json"

	kjson "sigs.k8s.io/json"
)

func init() {
	// What is wrong with a text that is no JSON.
	register("json-syntax", func(input json.RawMessage) (any, error) {
		var text string
		if err := json.Unmarshal(input, &text); err != nil {
			return nil, err
		}
		var value any
		if err := kjson.UnmarshalCaseSensitivePreserveInts([]byte(text), &value); err != nil {
			return nil, err
		}
		return true, nil
	})
}
