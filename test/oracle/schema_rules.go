package main

import (
	"context"
	"encoding/json"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	schemacel "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/model"
	structuraldefaulting "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	structurallisttype "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/listtype"
	schemaobjectmeta "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta"
	structuralpruning "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning"
	apiservervalidation "k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/validation/field"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	celcommon "k8s.io/apiserver/pkg/cel/common"
	"k8s.io/apiserver/pkg/warning"
)

// The part "schema-rules" judges an object by its schema and the rules in it, as the strategies of custom resources do.
func init() { register("schema-rules", judgeRules) }

type judgedRules struct {
	Errors   []schemaError `json:"errors"`
	Warnings []string      `json:"warnings"`
	// Remaining is what is left of the budget, if rules were run.
	Remaining *int64 `json:"remaining,omitempty"`
}

type warningList struct{ texts []string }

func (l *warningList) AddWarning(_, text string) { l.texts = append(l.texts, text) }

type ruleQuestion struct {
	Schema         *apiextensionsv1.JSONSchemaProps `json:"schema"`
	Object         json.RawMessage                  `json:"object"`
	Old            json.RawMessage                  `json:"old"`
	IsStatusUpdate bool                             `json:"isStatusUpdate"`
}

func judgeRules(input json.RawMessage) (any, error) {
	var q ruleQuestion
	if err := json.Unmarshal(input, &q); err != nil {
		return nil, err
	}
	internal, err := toInternalSchema(q.Schema)
	if err != nil {
		return nil, err
	}
	structural, err := structuralschema.NewStructural(internal)
	if err != nil {
		return nil, err
	}
	object, err := readPrepared(q.Object, structural)
	if err != nil {
		return nil, err
	}
	var old map[string]interface{}
	if q.Old != nil {
		if old, err = readPrepared(q.Old, structural); err != nil {
			return nil, err
		}
	}
	var errs field.ErrorList
	validated, path := internal, (*field.Path)(nil)
	if q.IsStatusUpdate {
		status := internal.Properties["status"]
		validated, path = &status, field.NewPath("status")
	}
	validator, _, err := apiservervalidation.NewSchemaValidator(validated)
	if err != nil {
		return nil, err
	}
	if q.IsStatusUpdate {
		errs = validateStatusUpdate(path, object, old, structural, validator)
	} else {
		errs = validateObject(object, old, structural, validator)
	}
	recorder := &warningList{texts: []string{}}
	ctx := warning.WithWarningRecorder(context.Background(), recorder)
	rules, err := rulesOf(structural, q.Schema)
	if err != nil {
		return nil, err
	}
	remaining := runRules(ctx, rules, &errs, structural, object, old)
	return judgedRules{Errors: toSchemaErrors(errs), Warnings: recorder.texts, Remaining: remaining}, nil
}

func readPrepared(text json.RawMessage, structural *structuralschema.Structural) (object map[string]interface{}, err error) {
	if err := utiljson.Unmarshal(text, &object); err != nil {
		return nil, err
	}
	structuralpruning.Prune(object, structural, true)
	structuraldefaulting.PruneNonNullableNullsWithoutDefaults(object, structural)
	if err, _ := schemaobjectmeta.CoerceWithOptions(nil, object, structural, false, schemaobjectmeta.CoerceOptions{}); err != nil {
		return nil, err
	}
	structuraldefaulting.Default(object, structural)
	return object, nil
}

func validateStatusUpdate(path *field.Path, object, old map[string]interface{}, structural *structuralschema.Structural, validator apiservervalidation.SchemaValidator) (errs field.ErrorList) {
	correlated := celcommon.NewCorrelatedObject(object, old, &model.Structural{Structural: structural})
	if status, ok := object["status"]; ok {
		ratcheting := apiservervalidation.WithRatcheting(correlated.Key("status"))
		errs = append(errs, apiservervalidation.ValidateCustomResourceUpdate(path, status, old["status"], validator, ratcheting)...)
	}
	if len(structurallisttype.ValidateListSetsAndMaps(nil, structural, old)) == 0 {
		errs = append(errs, structurallisttype.ValidateListSetsAndMaps(nil, structural, object)...)
	}
	return errs
}

// ruleValidators spares compiling the rules of a schema anew for each of its objects, which takes long.
var ruleValidators = map[string]*schemacel.Validator{}

func rulesOf(structural *structuralschema.Structural, schema *apiextensionsv1.JSONSchemaProps) (*schemacel.Validator, error) {
	key, err := json.Marshal(schema)
	if err != nil {
		return nil, err
	}
	known, ok := ruleValidators[string(key)]
	if !ok {
		known = schemacel.NewValidator(structural, true, celconfig.PerCallLimit)
		ruleValidators[string(key)] = known
	}
	return known, nil
}

func runRules(ctx context.Context, rules *schemacel.Validator, errs *field.ErrorList, structural *structuralschema.Structural, object, old map[string]interface{}) *int64 {
	if rules == nil {
		return nil
	}
	for _, err := range *errs {
		switch err.Type {
		case field.ErrorTypeNotSupported, field.ErrorTypeRequired, field.ErrorTypeTooLong, field.ErrorTypeTooMany, field.ErrorTypeTypeInvalid:
			*errs = append(*errs, field.Invalid(nil, nil, "some validation rules were not checked because the object was invalid; correct the existing errors to complete validation"))
			return nil
		}
	}
	options := []schemacel.Option{}
	var oldObject interface{}
	if old != nil {
		oldObject = old
		options = append(options, schemacel.WithRatcheting(celcommon.NewCorrelatedObject(object, old, &model.Structural{Structural: structural})))
	}
	found, remaining := rules.Validate(ctx, nil, structural, object, oldObject, celconfig.RuntimeCELCostBudget, options...)
	*errs = append(*errs, found...)
	return &remaining
}
