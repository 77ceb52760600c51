package main

import (
	"context"
	"encoding/json"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	crdvalidation "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation"
	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/model"
	structuraldefaulting "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	structurallisttype "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/listtype"
	schemaobjectmeta "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta"
	structuralpruning "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning"
	apiservervalidation "k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/validation/field"
	celcommon "k8s.io/apiserver/pkg/cel/common"
)

// The parts "schema-check" and "schema-object" judge a schema as that of a definition, and an object by its schema.
func init() {
	register("schema-check", checkSchema)
	register("schema-object", judgeObject)
}

type schemaError struct {
	Type  string `json:"type"`
	Field string `json:"field"`
	Text  string `json:"text"`
}

func toSchemaErrors(errs field.ErrorList) []schemaError {
	result := []schemaError{}
	for _, err := range errs {
		result = append(result, schemaError{Type: string(err.Type), Field: err.Field, Text: err.Error()})
	}
	return result
}

func toInternalSchema(schema *apiextensionsv1.JSONSchemaProps) (*apiextensions.JSONSchemaProps, error) {
	internal := &apiextensions.JSONSchemaProps{}
	err := apiextensionsv1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(schema, internal, nil)
	return internal, err
}

func checkSchema(input json.RawMessage) (any, error) {
	var q struct {
		Schema *apiextensionsv1.JSONSchemaProps `json:"schema"`
		Status bool                             `json:"status"`
	}
	if err := json.Unmarshal(input, &q); err != nil {
		return nil, err
	}
	version := apiextensionsv1.CustomResourceDefinitionVersion{
		Name: "v1", Served: true, Storage: true,
		Schema: &apiextensionsv1.CustomResourceValidation{OpenAPIV3Schema: q.Schema},
	}
	if q.Status {
		version.Subresources = &apiextensionsv1.CustomResourceSubresources{Status: &apiextensionsv1.CustomResourceSubresourceStatus{}}
	}
	crd := &apiextensionsv1.CustomResourceDefinition{
		ObjectMeta: metav1.ObjectMeta{Name: "widgets.example.com"},
		Spec: apiextensionsv1.CustomResourceDefinitionSpec{
			Group: "example.com", Scope: apiextensionsv1.ClusterScoped,
			Names:    apiextensionsv1.CustomResourceDefinitionNames{Plural: "widgets", Singular: "widget", Kind: "Widget", ListKind: "WidgetList"},
			Versions: []apiextensionsv1.CustomResourceDefinitionVersion{version},
		},
		Status: apiextensionsv1.CustomResourceDefinitionStatus{StoredVersions: []string{"v1"}},
	}
	apiextensionsv1.SetDefaults_CustomResourceDefinitionSpec(&crd.Spec)
	internal := &apiextensions.CustomResourceDefinition{}
	if err := apiextensionsv1.Convert_v1_CustomResourceDefinition_To_apiextensions_CustomResourceDefinition(crd, internal, nil); err != nil {
		return nil, err
	}
	return toSchemaErrors(crdvalidation.ValidateCustomResourceDefinition(context.Background(), internal)), nil
}

type judgedObject struct {
	Object  any           `json:"object"`
	Unknown []string      `json:"unknown"`
	Errors  []schemaError `json:"errors"`
	// Refused is set where the object cannot even be read.
	Refused string `json:"refused,omitempty"`
}

func judgeObject(input json.RawMessage) (any, error) {
	var q struct {
		Schema *apiextensionsv1.JSONSchemaProps `json:"schema"`
		Object json.RawMessage                  `json:"object"`
		Old    json.RawMessage                  `json:"old"`
	}
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
	validator, _, err := apiservervalidation.NewSchemaValidator(internal)
	if err != nil {
		return nil, err
	}
	var object, old map[string]interface{}
	if err := utiljson.Unmarshal(q.Object, &object); err != nil {
		return nil, err
	}
	unknown := structuralpruning.PruneWithOptions(object, structural, true, structuralschema.UnknownFieldPathOptions{TrackUnknownFieldPaths: true})
	structuraldefaulting.PruneNonNullableNullsWithoutDefaults(object, structural)
	coerceErr, unknownMeta := schemaobjectmeta.CoerceWithOptions(nil, object, structural, false, schemaobjectmeta.CoerceOptions{ReturnUnknownFieldPaths: true})
	if coerceErr != nil {
		return judgedObject{Refused: coerceErr.Error()}, nil
	}
	structuraldefaulting.Default(object, structural)
	if q.Old != nil {
		if err := utiljson.Unmarshal(q.Old, &old); err != nil {
			return nil, err
		}
	}
	return judgedObject{
		Object: runtime.DeepCopyJSONValue(object), Unknown: append(append([]string{}, unknown...), unknownMeta...),
		Errors: toSchemaErrors(validateObject(object, old, structural, validator)),
	}, nil
}

// validateObject follows the strategy of custom resources, but for metadata at the root and rules.
func validateObject(object, old map[string]interface{}, structural *structuralschema.Structural, validator apiservervalidation.SchemaValidator) (errs field.ErrorList) {
	if old == nil {
		errs = append(errs, apiservervalidation.ValidateCustomResource(nil, object, validator)...)
	} else {
		correlated := celcommon.NewCorrelatedObject(object, old, &model.Structural{Structural: structural})
		errs = append(errs, apiservervalidation.ValidateCustomResourceUpdate(nil, object, old, validator, apiservervalidation.WithRatcheting(correlated))...)
	}
	errs = append(errs, schemaobjectmeta.Validate(nil, object, structural, false)...)
	if old == nil || len(structurallisttype.ValidateListSetsAndMaps(nil, structural, old)) == 0 {
		errs = append(errs, structurallisttype.ValidateListSetsAndMaps(nil, structural, object)...)
	}
	return errs
}
