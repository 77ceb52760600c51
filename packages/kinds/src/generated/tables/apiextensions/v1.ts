// Made by `make kinds` from what a kube-apiserver and Kubernetes' Go types say. Do not edit.
/** A block per type and a line per field; how to read it stands in type-table.ts. */
export const types = `
ConversionRequest
 uid 1 string
 desiredAPIVersion 2 string
 objects 3 []RawExtension
ConversionResponse
 uid 1 string
 convertedObjects 2 []RawExtension
 result 3 meta/v1.Status
ConversionReview
 ^ - meta/v1.TypeMeta
 request 1 .ConversionRequest *?
 response 2 .ConversionResponse *?
CustomResourceColumnDefinition
 name 1 string ! default=""
 type 2 string ! default=""
 format 3 string ?
 description 4 string ?
 priority 5 int32 ?
 jsonPath 6 string ! default=""
CustomResourceConversion
 strategy 1 string ! default=""
 webhook 2 .WebhookConversion *?
CustomResourceDefinition
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 spec 2 .CustomResourceDefinitionSpec !
 status 3 .CustomResourceDefinitionStatus ?
CustomResourceDefinitionCondition
 type 1 string ! default=""
 status 2 string ! default=""
 lastTransitionTime 3 Time ?
 reason 4 string ?
 message 5 string ?
 observedGeneration 6 int64 ?
CustomResourceDefinitionList
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ListMeta ?
 items 2 [].CustomResourceDefinition !
CustomResourceDefinitionNames
 plural 1 string ! default=""
 singular 2 string ?
 shortNames 3 []string ? list=atomic
 kind 4 string ! default=""
 listKind 5 string ?
 categories 6 []string ? list=atomic
CustomResourceDefinitionSpec
 group 1 string ! default=""
 names 3 .CustomResourceDefinitionNames !
 scope 4 string ! default=""
 versions 7 [].CustomResourceDefinitionVersion ! list=atomic
 conversion 9 .CustomResourceConversion *?
 preserveUnknownFields 10 bool ?
CustomResourceDefinitionStatus
 conditions 1 [].CustomResourceDefinitionCondition list=map:type
 acceptedNames 2 .CustomResourceDefinitionNames
 storedVersions 3 []string list=atomic
 observedGeneration 4 int64 ?
CustomResourceDefinitionVersion
 name 1 string ! default=""
 served 2 bool ! default=false
 storage 3 bool ! default=false
 deprecated 7 bool ?
 deprecationWarning 8 string *?
 schema 4 .CustomResourceValidation *?
 subresources 5 .CustomResourceSubresources *?
 additionalPrinterColumns 6 [].CustomResourceColumnDefinition ? list=atomic
 selectableFields 9 [].SelectableField ? list=atomic
CustomResourceSubresourceScale
 specReplicasPath 1 string ! default=""
 statusReplicasPath 2 string ! default=""
 labelSelectorPath 3 string *?
CustomResourceSubresourceStatus
CustomResourceSubresources
 status 1 .CustomResourceSubresourceStatus *?
 scale 2 .CustomResourceSubresourceScale *?
CustomResourceValidation
 openAPIV3Schema 1 .JSONSchemaProps *?
ExternalDocumentation
 description 1 string ?
 url 2 string ?
JSONSchemaProps
 id 1 string ?
 $schema 2 string ?
 $ref 3 string *?
 description 4 string ?
 type 5 string ?
 format 6 string ?
 title 7 string ?
 default 8 JSON *?
 maximum 9 float64 *?
 exclusiveMaximum 10 bool ?
 minimum 11 float64 *?
 exclusiveMinimum 12 bool ?
 maxLength 13 int64 *?
 minLength 14 int64 *?
 pattern 15 string ?
 maxItems 16 int64 *?
 minItems 17 int64 *?
 uniqueItems 18 bool ?
 multipleOf 19 float64 *?
 enum 20 []JSON ? list=atomic
 maxProperties 21 int64 *?
 minProperties 22 int64 *?
 required 23 []string ? list=atomic
 items 24 .JSONSchemaPropsOrArray *?
 allOf 25 [].JSONSchemaProps ? list=atomic
 oneOf 26 [].JSONSchemaProps ? list=atomic
 anyOf 27 [].JSONSchemaProps ? list=atomic
 not 28 .JSONSchemaProps *?
 properties 29 map[].JSONSchemaProps ?
 additionalProperties 30 .JSONSchemaPropsOrBool *?
 patternProperties 31 map[].JSONSchemaProps ?
 dependencies 32 map[].JSONSchemaPropsOrStringArray ?
 additionalItems 33 .JSONSchemaPropsOrBool *?
 definitions 34 map[].JSONSchemaProps ?
 externalDocs 35 .ExternalDocumentation *?
 example 36 JSON *?
 nullable 37 bool ?
 x-kubernetes-preserve-unknown-fields 38 bool *?
 x-kubernetes-embedded-resource 39 bool ?
 x-kubernetes-int-or-string 40 bool ?
 x-kubernetes-list-map-keys 41 []string ? list=atomic
 x-kubernetes-list-type 42 string *?
 x-kubernetes-map-type 43 string *?
 x-kubernetes-validations 44 [].ValidationRule ? list=map:rule patch=merge:rule
JSONSchemaPropsOrArray
 Schema 1 .JSONSchemaProps *
 JSONSchemas 2 [].JSONSchemaProps
JSONSchemaPropsOrBool
 Allows 1 bool
 Schema 2 .JSONSchemaProps *
JSONSchemaPropsOrStringArray
 Schema 1 .JSONSchemaProps *
 Property 2 []string
SelectableField
 jsonPath 1 string ! default=""
ServiceReference
 namespace 1 string ! default=""
 name 2 string ! default=""
 path 3 string *?
 port 4 int32 *?
ValidationRule
 rule 1 string ! default=""
 message 2 string ?
 messageExpression 3 string ?
 reason 4 string *?
 fieldPath 5 string ?
 optionalOldSelf 6 bool *?
WebhookClientConfig
 url 3 string *?
 service 1 .ServiceReference *?
 caBundle 2 bytes ?
WebhookConversion
 clientConfig 2 .WebhookClientConfig *?
 conversionReviewVersions 3 []string ! list=atomic
`;
