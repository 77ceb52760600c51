// Structs tells how Kubernetes' internal structs look, which some messages print as JSON: the names of their fields in Go's order, how
// the same field is called in the API, and what stands where it has no value. One struct a line.
package main

import (
	"fmt"
	"os"
	"reflect"
	"sort"
	"strings"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	flowcontrolv1 "k8s.io/api/flowcontrol/v1"
	resourcev1 "k8s.io/api/resource/v1"
	"k8s.io/kubernetes/pkg/apis/batch"
	"k8s.io/kubernetes/pkg/apis/core"
	"k8s.io/kubernetes/pkg/apis/flowcontrol"
	"k8s.io/kubernetes/pkg/apis/resource"
)

// The structs that messages print, and the same as the API has them.
var roots = map[reflect.Type]reflect.Type{
	reflect.TypeFor[core.PodTemplateSpec]():                       reflect.TypeFor[corev1.PodTemplateSpec](),
	reflect.TypeFor[core.PersistentVolumeClaimSpec]():             reflect.TypeFor[corev1.PersistentVolumeClaimSpec](),
	reflect.TypeFor[core.PersistentVolumeSource]():                reflect.TypeFor[corev1.PersistentVolumeSource](),
	reflect.TypeFor[core.ScopeSelector]():                         reflect.TypeFor[corev1.ScopeSelector](),
	reflect.TypeFor[core.EventSource]():                           reflect.TypeFor[corev1.EventSource](),
	reflect.TypeFor[core.VolumeNodeAffinity]():                    reflect.TypeFor[corev1.VolumeNodeAffinity](),
	reflect.TypeFor[core.EphemeralContainer]():                    reflect.TypeFor[corev1.EphemeralContainer](),
	reflect.TypeFor[flowcontrol.FlowSchemaSpec]():                 reflect.TypeFor[flowcontrolv1.FlowSchemaSpec](),
	reflect.TypeFor[flowcontrol.PriorityLevelConfigurationSpec](): reflect.TypeFor[flowcontrolv1.PriorityLevelConfigurationSpec](),
	reflect.TypeFor[batch.PodFailurePolicy]():                     reflect.TypeFor[batchv1.PodFailurePolicy](),
	reflect.TypeFor[resource.ResourceClaimSpec]():                 reflect.TypeFor[resourcev1.ResourceClaimSpec](),
	reflect.TypeFor[resource.ResourceClaimTemplateSpec]():         reflect.TypeFor[resourcev1.ResourceClaimTemplateSpec](),
	reflect.TypeFor[resource.DeviceAttribute]():                   reflect.TypeFor[resourcev1.DeviceAttribute](),
	reflect.TypeFor[batch.SuccessPolicy]():                        reflect.TypeFor[batchv1.SuccessPolicy](),
}

// Fields of the internal security context that stand beside it in the API.
var moved = map[string]string{
	"HostNetwork":           "hostNetwork",
	"HostPID":               "hostPID",
	"HostIPC":               "hostIPC",
	"ShareProcessNamespace": "shareProcessNamespace",
	"HostUsers":             "hostUsers",
}

var lines = map[string]string{}

func main() {
	for internal, external := range roots {
		describe(internal, external)
	}
	names := make([]string, 0, len(lines))
	for name := range lines {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		fmt.Printf("%s %s\n", name, lines[name])
	}
}

// describe gives each field as printed=api:kind. What is left out when empty has a question mark, what stands in the object around it the name ^.
func describe(internal, external reflect.Type) string {
	name := internal.Name()
	if _, seen := lines[name]; seen {
		return name
	}
	lines[name] = ""
	var fields []string
	for _, field := range reflect.VisibleFields(internal) {
		if field.Name == "ObjectMeta" && field.Anonymous {
			fields = append(fields, "^=metadata:"+describe(field.Type, field.Type))
		}
		if field.Anonymous || (len(field.Index) > 1 && internal.Field(field.Index[0]).Name == "ObjectMeta") {
			continue
		}
		counterpart, isThere := external.FieldByName(field.Name)
		api := moved[field.Name]
		if isThere {
			api = strings.Split(counterpart.Tag.Get("json"), ",")[0]
		}
		if api == "" {
			fmt.Fprintf(os.Stderr, "%s.%s is not in the API\n", name, field.Name)
			os.Exit(1)
		}
		printed, isOmitted := field.Name, ""
		if tag := field.Tag.Get("json"); tag != "" {
			if name := strings.Split(tag, ",")[0]; name != "" {
				printed = name
			}
			if strings.Contains(tag, ",omit") {
				isOmitted = "?"
			}
		}
		fields = append(fields, fmt.Sprintf("%s%s=%s:%s", printed, isOmitted, api, kindOf(field.Type, counterpart.Type)))
	}
	lines[name] = strings.Join(fields, " ")
	return name
}

func kindOf(internal, external reflect.Type) string {
	switch internal.Kind() {
	case reflect.String:
		return "text"
	case reflect.Bool:
		return "boolean"
	case reflect.Int, reflect.Int32, reflect.Int64:
		return "number"
	case reflect.Struct:
		if !isPlain(internal) {
			return internal.Name()
		}
		return describe(internal, external)
	case reflect.Pointer, reflect.Slice:
		if element := internal.Elem(); element.Kind() == reflect.Struct && isPlain(element) {
			prefix := map[reflect.Kind]string{reflect.Pointer: "*", reflect.Slice: "[]"}[internal.Kind()]
			return prefix + describe(element, external.Elem())
		}
	}
	return "any"
}

// isPlain is about structs that are printed field by field: others know themselves how to.
func isPlain(of reflect.Type) bool {
	return !reflect.PointerTo(of).Implements(reflect.TypeFor[interface{ MarshalJSON() ([]byte, error) }]())
}
