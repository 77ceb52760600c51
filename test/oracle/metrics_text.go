package main

import (
	"encoding/json"
	"sort"
	"strings"

	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"
)

// Reads a text of metrics as Prometheus does and writes what it has read.
func init() {
	register("metrics-text", func(input json.RawMessage) (any, error) {
		var text string
		if err := json.Unmarshal(input, &text); err != nil {
			return nil, err
		}
		parser := expfmt.NewTextParser(model.LegacyValidation)
		families, err := parser.TextToMetricFamilies(strings.NewReader(text))
		if err != nil {
			return nil, err
		}
		names := make([]string, 0, len(families))
		for name := range families {
			names = append(names, name)
		}
		sort.Strings(names)
		var out strings.Builder
		for _, name := range names {
			if _, err := expfmt.MetricFamilyToText(&out, families[name]); err != nil {
				return nil, err
			}
		}
		return out.String(), nil
	})
}
