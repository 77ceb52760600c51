package main

import (
	"encoding/json"
	"fmt"
	"reflect"
	"sort"
	"strings"

	admissionv1 "k8s.io/api/admission/v1"
	admissionregistrationv1 "k8s.io/api/admissionregistration/v1"
	appsv1 "k8s.io/api/apps/v1"
	authenticationv1 "k8s.io/api/authentication/v1"
	authorizationv1 "k8s.io/api/authorization/v1"
	autoscalingv1 "k8s.io/api/autoscaling/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	batchv1 "k8s.io/api/batch/v1"
	certificatesv1 "k8s.io/api/certificates/v1"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	eventsv1 "k8s.io/api/events/v1"
	flowcontrolv1 "k8s.io/api/flowcontrol/v1"
	networkingv1 "k8s.io/api/networking/v1"
	nodev1 "k8s.io/api/node/v1"
	policyv1 "k8s.io/api/policy/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	resourcev1 "k8s.io/api/resource/v1"
	schedulingv1 "k8s.io/api/scheduling/v1"
	storagev1 "k8s.io/api/storage/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	kjson "sigs.k8s.io/json"
)

// By the names of the tables of @pintle/kinds.
var typeModules = map[string]func(*runtime.Scheme) error{
	"admission/v1":             admissionv1.AddToScheme,
	"admissionregistration/v1": admissionregistrationv1.AddToScheme,
	"apiextensions/v1":         apiextensionsv1.AddToScheme,
	"apps/v1":                  appsv1.AddToScheme,
	"authentication/v1":        authenticationv1.AddToScheme,
	"authorization/v1":         authorizationv1.AddToScheme,
	"autoscaling/v1":           autoscalingv1.AddToScheme,
	"autoscaling/v2":           autoscalingv2.AddToScheme,
	"batch/v1":                 batchv1.AddToScheme,
	"certificates/v1":          certificatesv1.AddToScheme,
	"coordination/v1":          coordinationv1.AddToScheme,
	"core/v1":                  corev1.AddToScheme,
	"discovery/v1":             discoveryv1.AddToScheme,
	"events/v1":                eventsv1.AddToScheme,
	"flowcontrol/v1":           flowcontrolv1.AddToScheme,
	"networking/v1":            networkingv1.AddToScheme,
	"node/v1":                  nodev1.AddToScheme,
	"policy/v1":                policyv1.AddToScheme,
	"rbac/v1":                  rbacv1.AddToScheme,
	"resource/v1":              resourcev1.AddToScheme,
	"scheduling/v1":            schedulingv1.AddToScheme,
	"storage/v1":               storagev1.AddToScheme,
}

func typesOf(module string) map[string]reflect.Type {
	scheme := runtime.NewScheme()
	if add, ok := typeModules[module]; !ok || add(scheme) != nil {
		return nil
	}
	types := map[string]reflect.Type{}
	for gvk, t := range scheme.AllKnownTypes() {
		if gvk.Version != runtime.APIVersionInternal && gvk.GroupVersion() != (schema.GroupVersion{Version: "v1"}) || module == "core/v1" {
			types[gvk.Kind] = t
		}
	}
	return types
}

var knownTypes = map[string]map[string]reflect.Type{}

func init() {
	// What the API server makes of a JSON text: read into the Go type, and printed again as JSON and as protobuf.
	register("roundtrip", func(input json.RawMessage) (any, error) {
		var asked struct{ Type, Text string }
		if err := json.Unmarshal(input, &asked); err != nil {
			return nil, err
		}
		module, kind, _ := strings.Cut(asked.Type, ".")
		if knownTypes[module] == nil {
			knownTypes[module] = typesOf(module)
		}
		t, ok := knownTypes[module][kind]
		if !ok {
			return nil, fmt.Errorf("there is no type %s", asked.Type)
		}
		object := reflect.New(t).Interface()
		problems, err := kjson.UnmarshalStrict([]byte(asked.Text), object)
		if err != nil {
			return nil, err
		}
		printed, err := json.Marshal(object)
		if err != nil {
			return nil, err
		}
		messages := []string{}
		for _, problem := range problems {
			messages = append(messages, problem.Error())
		}
		encoded, err := object.(interface{ Marshal() ([]byte, error) }).Marshal()
		if err != nil {
			return nil, err
		}
		return map[string]any{"json": string(printed), "problems": messages, "protobuf": encoded}, nil
	})

	// Fields whose type has a name of its own in Go although JSON sees a text, a list or a map.
	register("go-type-names", func(json.RawMessage) (any, error) {
		found := map[string]string{}
		seen := map[reflect.Type]bool{}
		for module := range typeModules {
			for _, t := range typesOf(module) {
				collectTypeNames(t, found, seen)
			}
		}
		lines := []string{}
		for field, name := range found {
			lines = append(lines, field+" "+name)
		}
		sort.Strings(lines)
		return lines, nil
	})
}

func collectTypeNames(t reflect.Type, found map[string]string, seen map[reflect.Type]bool) {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		collectTypeNames(t.Elem(), found, seen)
		return
	case reflect.Struct:
	default:
		return
	}
	if seen[t] || strings.HasPrefix(t.PkgPath(), "time") {
		return
	}
	seen[t] = true
	for i := range t.NumField() {
		field := t.Field(i)
		key, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		fieldType := field.Type
		if fieldType.Kind() == reflect.Pointer {
			fieldType = fieldType.Elem()
		}
		if key != "" && key != "-" && fieldType.String() != plainTypeName(fieldType) {
			path := strings.Split(t.PkgPath(), "/")
			found[strings.Join(path[len(path)-2:], "/")+"."+t.Name()+" "+key] = fieldType.String()
		}
		collectTypeNames(fieldType, found, seen)
	}
}

func plainTypeName(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Struct:
		return t.String()
	case reflect.Slice:
		return "[]" + plainTypeName(t.Elem())
	case reflect.Map:
		return "map[string]" + plainTypeName(t.Elem())
	case reflect.Pointer:
		return plainTypeName(t.Elem())
	}
	return t.Kind().String()
}
