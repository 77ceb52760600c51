// Package modelbox holds the Go types of the custom resource of examples/modelbox, as far as its operator reads them.
package modelbox

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/intstr"
)

var GroupVersion = schema.GroupVersion{Group: "model.github.com", Version: "v1"}

func AddToScheme(s *runtime.Scheme) error {
	s.AddKnownTypes(GroupVersion, &ModelBox{}, &ModelBoxList{})
	metav1.AddToGroupVersion(s, GroupVersion)
	return nil
}

type ModelBox struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              Spec   `json:"spec"`
	Status            Status `json:"status,omitempty"`
}

type ModelBoxList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []ModelBox `json:"items"`
}

type Spec struct {
	Name           string                       `json:"name,omitempty"`
	Image          string                       `json:"image"`
	Replicas       int32                        `json:"replicas"`
	RollingUpdate  intstr.IntOrString           `json:"rollingUpdate"`
	Envs           []corev1.EnvVar              `json:"envs,omitempty"`
	Size           string                       `json:"size,omitempty"`
	Resources      *corev1.ResourceRequirements `json:"resources,omitempty"`
	Ports          []corev1.ServicePort         `json:"ports,omitempty"`
	ServiceType    string                       `json:"serviceType,omitempty"`
	Containers     []corev1.Container           `json:"containers,omitempty"`
	InitContainers []corev1.Container           `json:"initContainers,omitempty"`
	Probes         string                       `json:"probes,omitempty"`
	LivenessProbe  *corev1.Probe                `json:"livenessProbe,omitempty"`
	ReadinessProbe *corev1.Probe                `json:"readinessProbe,omitempty"`
}

type Status struct {
	ObservedGeneration int64              `json:"observedGeneration,omitempty"`
	Replicas           int32              `json:"replicas"`
	ReadyReplicas      int32              `json:"readyReplicas"`
	UpdatedReplicas    int32              `json:"updatedReplicas"`
	Selector           string             `json:"selector,omitempty"`
	Endpoint           string             `json:"endpoint,omitempty"`
	Conditions         []metav1.Condition `json:"conditions,omitempty"`
}
