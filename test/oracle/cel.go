package main

import (
	"encoding/json"
	"fmt"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/checker"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/version"
	apiservercel "k8s.io/apiserver/pkg/cel"
	"k8s.io/apiserver/pkg/cel/environment"
	"k8s.io/apiserver/pkg/cel/library"
	"k8s.io/apiserver/pkg/cel/openapi"
	"k8s.io/kube-openapi/pkg/validation/spec"
)

// A rule is compiled, estimated and run as the API server does for a custom resource: all variables have the type that the
// schema says, and the environment is that of the minor version.
type celRule struct {
	Source    string                     `json:"source"`
	Minor     uint                       `json:"minor"`
	Schema    json.RawMessage            `json:"schema"`
	Variables map[string]json.RawMessage `json:"variables"`
	// Authorizer declares the variable of that name, which grants what grantGets does.
	Authorizer bool `json:"authorizer"`
}

type celRange struct {
	Min json.Number `json:"min"`
	Max json.Number `json:"max"`
}

// celAnswer has either a value or what went wrong at run time. What does not compile is an error of the question.
type celAnswer struct {
	Type     string      `json:"type"`
	Value    any         `json:"value,omitempty"`
	Failure  string      `json:"failure,omitempty"`
	Cost     json.Number `json:"cost"`
	Estimate celRange    `json:"estimate"`
}

func init() { register("cel", answerCelRule) }

func answerCelRule(input json.RawMessage) (any, error) {
	var rule celRule
	if err := json.Unmarshal(input, &rule); err != nil {
		return nil, err
	}
	types, err := celTypesFor(rule)
	if err != nil {
		return nil, err
	}
	ast, issues := types.env.Compile(rule.Source)
	if issues.Err() != nil {
		return nil, issues.Err()
	}
	estimate, err := types.env.EstimateCost(ast, &library.CostEstimator{SizeEstimator: types})
	if err != nil {
		return nil, err
	}
	program, err := types.env.Program(ast)
	if err != nil {
		return nil, err
	}
	variables, err := types.values(rule)
	if err != nil {
		return nil, err
	}
	value, details, err := program.Eval(variables)
	answer := celAnswer{
		Type:     cel.FormatCELType(ast.OutputType()),
		Cost:     "0",
		Estimate: celRange{Min: celCount(estimate.Min), Max: celCount(estimate.Max)},
	}
	if details != nil && details.ActualCost() != nil {
		answer.Cost = celCount(*details.ActualCost())
	}
	if err != nil {
		answer.Failure = err.Error()
		return answer, nil
	}
	answer.Value = renderCelValue(value)
	return answer, nil
}

func celCount(count uint64) json.Number { return json.Number(fmt.Sprint(count)) }

// celTypes is an environment whose variables have the types of a schema; it also knows how large their values can be.
type celTypes struct {
	env    *cel.Env
	schema *spec.Schema
	decl   *apiservercel.DeclType
}

// celTypesCache spares making an environment anew for each of thousands of rules on one schema.
var celTypesCache = map[string]*celTypes{}

func celTypesFor(rule celRule) (*celTypes, error) {
	key := fmt.Sprint(rule.Minor, rule.Authorizer, len(rule.Variables), string(rule.Schema))
	if known, ok := celTypesCache[key]; ok {
		return known, nil
	}
	types := &celTypes{schema: &spec.Schema{}}
	if err := json.Unmarshal(rule.Schema, types.schema); err != nil {
		return nil, err
	}
	types.decl = openapi.SchemaDeclType(types.schema, false).MaybeAssignTypeName("selfType")
	options := []cel.EnvOption{}
	for name := range rule.Variables {
		options = append(options, cel.Variable(name, types.decl.CelType()))
	}
	if rule.Authorizer {
		options = append(options, cel.Variable("authorizer", library.AuthorizerType))
	}
	set, err := environment.MustBaseEnvSet(version.MajorMinor(1, rule.Minor)).Extend(environment.VersionedOptions{
		IntroducedVersion: version.MajorMinor(1, 0),
		EnvOptions:        options,
		DeclTypes:         []*apiservercel.DeclType{types.decl},
	})
	if err != nil {
		return nil, err
	}
	types.env = set.NewExpressionsEnv()
	celTypesCache[key] = types
	return types, nil
}

func (t *celTypes) values(rule celRule) (map[string]any, error) {
	values := map[string]any{}
	for name, text := range rule.Variables {
		var value any
		if err := utiljson.Unmarshal(text, &value); err != nil {
			return nil, err
		}
		values[name] = openapi.UnstructuredToVal(value, t.schema)
	}
	if rule.Authorizer {
		values["authorizer"] = grantGetsVal()
	}
	return values, nil
}

// EstimateSize gives the size that the schema allows for what a path leads to, as the API server's estimator does.
func (t *celTypes) EstimateSize(element checker.AstNode) *checker.SizeEstimate {
	if len(element.Path()) == 0 {
		return nil
	}
	decl := t.decl
	for _, name := range element.Path()[1:] {
		switch name {
		case "@items", "@values":
			decl = decl.ElemType
		case "@keys":
			decl = decl.KeyType
		default:
			field, ok := decl.Fields[name]
			if !ok {
				return nil
			}
			decl = field.Type
		}
		if decl == nil {
			return nil
		}
	}
	return &checker.SizeEstimate{Min: 0, Max: uint64(decl.MaxElements)}
}

// EstimateCallCost leaves calls to Kubernetes' own estimator.
func (t *celTypes) EstimateCallCost(string, string, *checker.AstNode, []checker.AstNode) *checker.CallEstimate {
	return nil
}
