package main

import (
	"encoding/json"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/selection"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// labelSelectorAnswer is what a selector says about itself and about some labels.
type labelSelectorAnswer struct {
	Text    string   `json:"text"`
	Matches []bool   `json:"matches"`
	Exact   []string `json:"exact"`
	Nothing bool     `json:"nothing"`
	Empty   bool     `json:"empty"`
}

func aboutLabelSelector(selector labels.Selector, sets []labels.Set, keys []string) labelSelectorAnswer {
	answer := labelSelectorAnswer{
		Text:    selector.String(),
		Matches: []bool{},
		Exact:   []string{},
		Nothing: labels.MatchesNothing(selector),
		Empty:   selector.Empty(),
	}
	for _, set := range sets {
		answer.Matches = append(answer.Matches, selector.Matches(set))
	}
	for _, key := range keys {
		value, found := selector.RequiresExactMatch(key)
		if !found {
			value = "<none>"
		}
		answer.Exact = append(answer.Exact, value)
	}
	return answer
}

func init() {
	register("label-selector", func(input json.RawMessage) (any, error) {
		var question struct {
			Text string       `json:"text"`
			Path string       `json:"path"`
			Sets []labels.Set `json:"sets"`
			Keys []string     `json:"keys"`
		}
		if err := json.Unmarshal(input, &question); err != nil {
			return nil, err
		}
		var options []field.PathOption
		if question.Path != "" {
			options = append(options, field.WithPath(field.NewPath(question.Path)))
		}
		selector, err := labels.Parse(question.Text, options...)
		if err != nil {
			return nil, err
		}
		return aboutLabelSelector(selector, question.Sets, question.Keys), nil
	})

	register("label-selector-object", func(input json.RawMessage) (any, error) {
		var question struct {
			Selector *metav1.LabelSelector `json:"selector"`
			Sets     []labels.Set          `json:"sets"`
			Keys     []string              `json:"keys"`
		}
		if err := json.Unmarshal(input, &question); err != nil {
			return nil, err
		}
		type answer struct {
			labelSelectorAnswer
			Printed string `json:"printed"`
			Error   string `json:"error,omitempty"`
		}
		printed := metav1.FormatLabelSelector(question.Selector)
		selector, err := metav1.LabelSelectorAsSelector(question.Selector)
		if err != nil {
			return answer{Printed: printed, Error: err.Error()}, nil
		}
		return answer{aboutLabelSelector(selector, question.Sets, question.Keys), printed, ""}, nil
	})

	register("label-requirement", func(input json.RawMessage) (any, error) {
		var question struct {
			Key      string             `json:"key"`
			Operator selection.Operator `json:"operator"`
			Values   []string           `json:"values"`
		}
		if err := json.Unmarshal(input, &question); err != nil {
			return nil, err
		}
		if len(question.Values) == 0 {
			question.Values = nil
		}
		requirement, err := labels.NewRequirement(question.Key, question.Operator, question.Values)
		if err != nil {
			return nil, err
		}
		return requirement.String(), nil
	})
}
