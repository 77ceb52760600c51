package main

import (
	"encoding/json"
	"fmt"
	"math"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	kjson "sigs.k8s.io/json"
)

// The question is a text, as bytes because it need not be UTF-8, and what to read it into: a built-in kind, or anything.
type jsonQuestion struct {
	Text []byte `json:"text"`
	Kind string `json:"kind"`
}

// The answer has the strict errors and, unless a kind was asked for, the value with its Go types.
type jsonAnswer struct {
	Value  any      `json:"value,omitempty"`
	Strict []string `json:"strict"`
}

var jsonTargets = map[string]func() any{
	"":               func() any { return new(any) },
	"configmap":      func() any { return new(corev1.ConfigMap) },
	"deployment":     func() any { return new(appsv1.Deployment) },
	"pod":            func() any { return new(corev1.Pod) },
	"service":        func() any { return new(corev1.Service) },
	"serviceaccount": func() any { return new(corev1.ServiceAccount) },
}

func init() {
	register("json", func(input json.RawMessage) (any, error) {
		var q jsonQuestion
		if err := json.Unmarshal(input, &q); err != nil {
			return nil, err
		}
		target := jsonTargets[q.Kind]()
		strictErrors, err := kjson.UnmarshalStrict(q.Text, target)
		if err != nil {
			return nil, err
		}
		a := jsonAnswer{Strict: []string{}}
		for _, strictError := range strictErrors {
			a.Strict = append(a.Strict, strictError.Error())
		}
		if value, ok := target.(*any); ok {
			a.Value = tagNumbers(*value)
		}
		return a, nil
	})
}

// tagNumbers makes visible which Go type a number got: {"int": "7"}, or {"float": "…"} with the bits in hexadecimal.
// Objects become {"object": [[key, value], …]}: a key cannot be mistaken for a tag, and Node can be trusted to read it, which
// it cannot with escapes in real keys (nodejs/node#63785).
func tagNumbers(value any) any {
	switch v := value.(type) {
	case int64:
		return map[string]any{"int": fmt.Sprint(v)}
	case float64:
		return map[string]any{"float": fmt.Sprintf("%016x", math.Float64bits(v))}
	case []any:
		items := make([]any, len(v))
		for i := range v {
			items[i] = tagNumbers(v[i])
		}
		return items
	case map[string]any:
		members := make([][2]any, 0, len(v))
		for key := range v {
			members = append(members, [2]any{key, tagNumbers(v[key])})
		}
		return map[string]any{"object": members}
	default:
		return v
	}
}
