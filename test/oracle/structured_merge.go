package main

import (
	"bytes"
	stdjson "encoding/json"

	"sigs.k8s.io/json"
	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"
	"sigs.k8s.io/structured-merge-diff/v6/typed"
)

func init() {
	register("field-sets", answerFieldSets)
	register("structured-merge", answerTyped)
}

// shownSet is a set as fieldsV1 and as text.
type shownSet struct {
	FieldsV1 string `json:"fieldsV1"`
	Paths    string `json:"paths"`
}

func showSet(set *fieldpath.Set) shownSet {
	text, err := set.ToJSON()
	if err != nil {
		panic(err)
	}
	return shownSet{FieldsV1: string(text), Paths: set.String()}
}

func parseSet(fieldsV1 stdjson.RawMessage) (*fieldpath.Set, error) {
	set := &fieldpath.Set{}
	err := set.FromJSON(bytes.NewReader(fieldsV1))
	return set, err
}

// parsePatterns reads prefixes of paths, whose steps are keys of fieldsV1 or "*".
func parsePatterns(patterns [][]string) fieldpath.Filter {
	var matchers []*fieldpath.SetMatcher
	for _, pattern := range patterns {
		var steps []any
		for _, step := range pattern {
			if step == "*" {
				steps = append(steps, fieldpath.MatchAnyPathElement())
			} else if element, err := fieldpath.DeserializePathElement(step); err != nil {
				panic(err)
			} else {
				steps = append(steps, element)
			}
		}
		matchers = append(matchers, fieldpath.MakePrefixMatcherOrDie(steps...))
	}
	return fieldpath.NewIncludeMatcherFilter(matchers...)
}

// answerFieldSets gives the algebra of two sets; with one set, what it reads as.
func answerFieldSets(input stdjson.RawMessage) (any, error) {
	var question struct {
		Left     stdjson.RawMessage `json:"left"`
		Right    stdjson.RawMessage `json:"right"`
		Patterns [][]string         `json:"patterns"`
	}
	if err := stdjson.Unmarshal(input, &question); err != nil {
		panic(err)
	}
	left, err := parseSet(question.Left)
	if err != nil {
		return nil, err
	}
	answer := map[string]any{"left": showSet(left), "size": left.Size(), "empty": left.Empty()}
	if question.Right == nil {
		return answer, nil
	}
	right, err := parseSet(question.Right)
	if err != nil {
		return nil, err
	}
	answer["union"] = showSet(left.Union(right))
	answer["intersection"] = showSet(left.Intersection(right))
	answer["difference"] = showSet(left.Difference(right))
	answer["recursiveDifference"] = showSet(left.RecursiveDifference(right))
	answer["leaves"] = showSet(left.Leaves())
	answer["equals"] = left.Equals(right)
	answer["included"] = showSet(parsePatterns(question.Patterns).Filter(left))
	return answer, nil
}

// answerTyped gives all operations on two values of a shape and a set: left is the live object, whose lists may hold items
// twice, right what is applied.
func answerTyped(input stdjson.RawMessage) (any, error) {
	var question struct {
		Shape *Shape             `json:"shape"`
		Left  stdjson.RawMessage `json:"left"`
		Right stdjson.RawMessage `json:"right"`
		Set   stdjson.RawMessage `json:"set"`
	}
	if err := stdjson.Unmarshal(input, &question); err != nil {
		panic(err)
	}
	set, err := parseSet(question.Set)
	if err != nil {
		return nil, err
	}
	parser := smdType(question.Shape)
	answer := map[string]any{}
	right, err := parseTyped(parser, question.Right)
	if err != nil {
		answer["rightError"] = err.Error()
	}
	left, err := parseTyped(parser, question.Left, typed.AllowDuplicates)
	if err != nil {
		answer["leftError"] = err.Error()
		return answer, nil
	}
	answer["fields"] = showSet(mustSet(left.ToFieldSet()))
	answer["extracted"] = left.ExtractItems(set).AsValue().Unstructured()
	answer["extractedWithKeys"] = left.ExtractItems(set, typed.WithAppendKeyFields()).AsValue().Unstructured()
	remaining := left.RemoveItems(set)
	answer["remaining"] = remaining.AsValue().Unstructured()
	answer["remainingPaths"] = mustSet(remaining.ToFieldSet()).String()
	if comparison, err := left.Compare(remaining); err != nil {
		answer["remainingError"] = err.Error()
	} else {
		answer["removal"] = showSet(comparison.Removed)
	}
	answer["named"] = showSet(set.EnsureNamedFieldsAreMembers(left.Schema(), left.TypeRef()))
	if reconciled := mustSet(typed.ReconcileFieldSetWithSchema(set, left)); reconciled != nil {
		set = reconciled
	}
	answer["reconciled"] = showSet(set)
	if right != nil {
		addPair(answer, left, right)
	}
	return answer, nil
}

func addPair(answer map[string]any, left, right *typed.TypedValue) {
	comparison, err := left.Compare(right)
	if err != nil {
		panic(err)
	}
	answer["added"] = showSet(comparison.Added)
	answer["modified"] = showSet(comparison.Modified)
	answer["removed"] = showSet(comparison.Removed)
	merged, err := left.Merge(right)
	if err != nil {
		panic(err)
	}
	answer["merged"] = merged.AsValue().Unstructured()
}

func mustSet(set *fieldpath.Set, err error) *fieldpath.Set {
	if err != nil {
		panic(err)
	}
	return set
}

func parseTyped(parser typed.ParseableType, text stdjson.RawMessage, options ...typed.ValidationOptions) (*typed.TypedValue, error) {
	var value any
	if err := json.UnmarshalCaseSensitivePreserveInts(text, &value); err != nil {
		panic(err)
	}
	return parser.FromUnstructured(value, options...)
}
