package main

import (
	"encoding/json"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	openapiv2 "k8s.io/apiextensions-apiserver/pkg/controller/openapi/v2"
)

// The part "openapi-schema" writes a definition's schema as the two versions of OpenAPI do, without what is added to all kinds.
func init() { register("openapi-schema", publishSchema) }

func publishSchema(input json.RawMessage) (any, error) {
	schema := &apiextensionsv1.JSONSchemaProps{}
	if err := json.Unmarshal(input, schema); err != nil {
		return nil, err
	}
	internal, err := toInternalSchema(schema)
	if err != nil {
		return nil, err
	}
	structural, err := structuralschema.NewStructural(internal)
	if err != nil {
		return nil, err
	}
	unfolded := structural.Unfold()
	reduced := openapiv2.ToStructuralOpenAPIV2(unfolded)
	withoutDefaults := structuralschema.Visitor{Structural: func(s *structuralschema.Structural) bool {
		s.Default = structuralschema.JSON{}
		return true
	}}
	withoutDefaults.Visit(reduced)
	return map[string]any{"v3": unfolded.ToKubeOpenAPI(), "v2": reduced.ToKubeOpenAPI()}, nil
}
