package main

import (
	"encoding/json"
	"fmt"

	apivalidation "k8s.io/apimachinery/pkg/api/validation"
	"k8s.io/apimachinery/pkg/api/validation/path"
	metavalidation "k8s.io/apimachinery/pkg/apis/meta/v1/validation"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// Checks of a single text, by the names that our functions have.
var nameChecks = map[string]func(string) []string{
	"validateDns1123Label":             validation.IsDNS1123Label,
	"validateDns1123Subdomain":         validation.IsDNS1123Subdomain,
	"validateDns1035Label":             validation.IsDNS1035Label,
	"validateWildcardDns1123Subdomain": validation.IsWildcardDNS1123Subdomain,
	"validateQualifiedName":            validation.IsQualifiedName,
	"validateLabelValue":               validation.IsValidLabelValue,
	"validatePortName":                 validation.IsValidPortName,
	"validateEnvVarName":               validation.IsRelaxedEnvVarName,
	"validatePathSegmentName":          path.IsValidPathSegmentName,
	"validatePathSegmentPrefix":        path.IsValidPathSegmentPrefix,
	"validateNamespaceName": func(name string) []string {
		return apivalidation.ValidateNamespaceName(name, false)
	},
	"validateFinalizerName": func(name string) []string {
		return details(apivalidation.ValidateFinalizerName(name, nil))
	},
	"validateAnnotationKey": func(key string) []string {
		return details(apivalidation.ValidateAnnotations(map[string]string{key: ""}, nil))
	},
}

// Rules for the names of objects, which also say what a prefix for generated names must look like.
var nameRules = map[string]apivalidation.ValidateNameFunc{
	"dns1123Subdomain": apivalidation.NameIsDNSSubdomain,
	"dns1123Label":     apivalidation.NameIsDNSLabel,
	"dns1035Label":     apivalidation.NameIsDNS1035Label,
	"pathSegment":      path.ValidatePathSegmentName,
}

func init() {
	register("name", func(input json.RawMessage) (any, error) {
		var asked struct{ Check, Text string }
		if err := json.Unmarshal(input, &asked); err != nil {
			return nil, err
		}
		check, ok := nameChecks[asked.Check]
		if !ok {
			return nil, fmt.Errorf("there is no check %q", asked.Check)
		}
		return append([]string{}, check(asked.Text)...), nil
	})
	register("object-name", func(input json.RawMessage) (any, error) {
		var asked struct {
			Rule, Text string
			Prefix     bool
		}
		if err := json.Unmarshal(input, &asked); err != nil {
			return nil, err
		}
		rule, ok := nameRules[asked.Rule]
		if !ok {
			return nil, fmt.Errorf("there is no rule %q", asked.Rule)
		}
		return append([]string{}, rule(asked.Text, asked.Prefix)...), nil
	})
	register("label-map", func(input json.RawMessage) (any, error) {
		var asked struct{ Labels, Annotations map[string]string }
		if err := json.Unmarshal(input, &asked); err != nil {
			return nil, err
		}
		errs := metavalidation.ValidateLabels(asked.Labels, field.NewPath("metadata", "labels"))
		errs = append(errs, apivalidation.ValidateAnnotations(asked.Annotations, field.NewPath("metadata", "annotations"))...)
		texts := []string{}
		for _, err := range errs {
			texts = append(texts, err.Error())
		}
		return texts, nil
	})
}

func details(errs field.ErrorList) []string {
	var texts []string
	for _, err := range errs {
		texts = append(texts, err.Detail)
	}
	return texts
}
