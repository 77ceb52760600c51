package main

import (
	"encoding/json"

	"k8s.io/apimachinery/pkg/fields"
)

func init() {
	register("field-selector", func(input json.RawMessage) (any, error) {
		var question struct {
			Text string       `json:"text"`
			Sets []fields.Set `json:"sets"`
			Keys []string     `json:"keys"`
		}
		if err := json.Unmarshal(input, &question); err != nil {
			return nil, err
		}
		selector, err := fields.ParseSelector(question.Text)
		if err != nil {
			return nil, err
		}
		type answer struct {
			Text         string     `json:"text"`
			Requirements [][]string `json:"requirements"`
			Matches      []bool     `json:"matches"`
			Exact        []string   `json:"exact"`
			Empty        bool       `json:"empty"`
		}
		result := answer{selector.String(), [][]string{}, []bool{}, []string{}, selector.Empty()}
		for _, requirement := range selector.Requirements() {
			parts := []string{requirement.Field, string(requirement.Operator), requirement.Value}
			result.Requirements = append(result.Requirements, parts)
		}
		for _, set := range question.Sets {
			result.Matches = append(result.Matches, selector.Matches(set))
		}
		for _, key := range question.Keys {
			value, found := selector.RequiresExactMatch(key)
			if !found {
				value = "<none>"
			}
			result.Exact = append(result.Exact, value)
		}
		return result, nil
	})
}
