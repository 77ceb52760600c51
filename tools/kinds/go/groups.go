package main

import (
	admission "k8s.io/api/admission/v1"
	admissionregistration "k8s.io/api/admissionregistration/v1"
	apidiscovery "k8s.io/api/apidiscovery/v2"
	apps "k8s.io/api/apps/v1"
	authentication "k8s.io/api/authentication/v1"
	authorization "k8s.io/api/authorization/v1"
	autoscalingv1 "k8s.io/api/autoscaling/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	batch "k8s.io/api/batch/v1"
	certificates "k8s.io/api/certificates/v1"
	coordination "k8s.io/api/coordination/v1"
	core "k8s.io/api/core/v1"
	discovery "k8s.io/api/discovery/v1"
	events "k8s.io/api/events/v1"
	flowcontrol "k8s.io/api/flowcontrol/v1"
	networking "k8s.io/api/networking/v1"
	node "k8s.io/api/node/v1"
	policy "k8s.io/api/policy/v1"
	rbac "k8s.io/api/rbac/v1"
	resource "k8s.io/api/resource/v1"
	scheduling "k8s.io/api/scheduling/v1"
	storage "k8s.io/api/storage/v1"
	apiextensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	apiregistration "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
)

// The group versions that a kube-apiserver serves by default, those of discovery, and that of admission reviews, which it sends.
var groupVersions = []func(*runtime.Scheme) error{
	admission.AddToScheme, apidiscovery.AddToScheme, admissionregistration.AddToScheme, apiextensions.AddToScheme, apiregistration.AddToScheme,
	apps.AddToScheme, authentication.AddToScheme, authorization.AddToScheme, autoscalingv1.AddToScheme,
	autoscalingv2.AddToScheme, batch.AddToScheme, certificates.AddToScheme, coordination.AddToScheme, core.AddToScheme,
	discovery.AddToScheme, events.AddToScheme, flowcontrol.AddToScheme, networking.AddToScheme, node.AddToScheme,
	policy.AddToScheme, rbac.AddToScheme, resource.AddToScheme, scheduling.AddToScheme, storage.AddToScheme,
	meta.AddMetaToScheme,
}

// Types whose JSON is not what their fields say.
var special = map[string]string{
	"k8s.io/apimachinery/pkg/apis/meta/v1.Time":                     "Time",
	"k8s.io/apimachinery/pkg/apis/meta/v1.MicroTime":                "MicroTime",
	"k8s.io/apimachinery/pkg/apis/meta/v1.Duration":                 "Duration",
	"k8s.io/apimachinery/pkg/apis/meta/v1.FieldsV1":                 "FieldsV1",
	"k8s.io/apimachinery/pkg/api/resource.Quantity":                 "Quantity",
	"k8s.io/apimachinery/pkg/util/intstr.IntOrString":               "IntOrString",
	"k8s.io/apimachinery/pkg/runtime.RawExtension":                  "RawExtension",
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1.JSON": "JSON",
}
