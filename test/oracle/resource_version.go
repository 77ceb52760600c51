package main

import (
	"encoding/json"

	"k8s.io/apimachinery/pkg/util/resourceversion"
)

func init() {
	register("resource-version", func(input json.RawMessage) (any, error) {
		var pair [2]string
		if err := json.Unmarshal(input, &pair); err != nil {
			return nil, err
		}
		return resourceversion.CompareResourceVersion(pair[0], pair[1])
	})
}
