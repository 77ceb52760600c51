package modelbox

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// DeepCopyInto does what controller-gen's generated functions do.
func (in *ModelBox) DeepCopyInto(out *ModelBox) {
	*out = *in
	in.ObjectMeta.DeepCopyInto(&out.ObjectMeta)
	s, o := &in.Spec, &out.Spec
	o.Envs = copies(s.Envs, (*corev1.EnvVar).DeepCopyInto)
	o.Ports = copies(s.Ports, (*corev1.ServicePort).DeepCopyInto)
	o.Containers = copies(s.Containers, (*corev1.Container).DeepCopyInto)
	o.InitContainers = copies(s.InitContainers, (*corev1.Container).DeepCopyInto)
	o.Resources, o.LivenessProbe, o.ReadinessProbe = s.Resources.DeepCopy(), s.LivenessProbe.DeepCopy(), s.ReadinessProbe.DeepCopy()
	out.Status.Conditions = copies(in.Status.Conditions, (*metav1.Condition).DeepCopyInto)
}

func copies[T any](in []T, into func(in *T, out *T)) []T {
	if in == nil {
		return nil
	}
	out := make([]T, len(in))
	for i := range in {
		into(&in[i], &out[i])
	}
	return out
}

func (in *ModelBox) DeepCopyObject() runtime.Object {
	out := new(ModelBox)
	in.DeepCopyInto(out)
	return out
}

func (in *ModelBoxList) DeepCopyObject() runtime.Object {
	out := &ModelBoxList{TypeMeta: in.TypeMeta, Items: copies(in.Items, (*ModelBox).DeepCopyInto)}
	in.ListMeta.DeepCopyInto(&out.ListMeta)
	return out
}

func (in *Status) DeepCopy() *Status {
	out := *in
	out.Conditions = copies(in.Conditions, (*metav1.Condition).DeepCopyInto)
	return &out
}
