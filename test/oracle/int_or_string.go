package main

import (
	"encoding/json"

	"k8s.io/apimachinery/pkg/util/intstr"
)

func init() {
	register("int-or-string", func(input json.RawMessage) (any, error) {
		var asked struct {
			Value   *intstr.IntOrString
			Total   int
			RoundUp bool
		}
		if err := json.Unmarshal(input, &asked); err != nil {
			return nil, err
		}
		return intstr.GetScaledValueFromIntOrPercent(asked.Value, asked.Total, asked.RoundUp)
	})
}
