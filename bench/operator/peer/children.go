package main

import (
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"pintle.dev/bench/operator/modelbox"
)

func amounts(cpu, memory string) corev1.ResourceList {
	return corev1.ResourceList{corev1.ResourceCPU: resource.MustParse(cpu), corev1.ResourceMemory: resource.MustParse(memory)}
}

var sizes = map[string]corev1.ResourceRequirements{
	"small":  {Requests: amounts("100m", "128Mi"), Limits: amounts("250m", "256Mi")},
	"medium": {Requests: amounts("250m", "512Mi"), Limits: amounts("1", "1Gi")},
	"large":  {Requests: amounts("1", "2Gi"), Limits: amounts("4", "8Gi")},
}

func resourcesOf(box *modelbox.ModelBox) corev1.ResourceRequirements {
	if found, ok := sizes[box.Spec.Size]; ok {
		return found
	}
	if box.Spec.Resources != nil {
		return *box.Spec.Resources
	}
	return corev1.ResourceRequirements{}
}

func label(object metav1.Object, box *modelbox.ModelBox) map[string]string {
	labels := object.GetLabels()
	if labels == nil {
		labels = map[string]string{}
	}
	labels["modelbox"] = box.Name
	object.SetLabels(labels)
	return map[string]string{"modelbox": box.Name}
}

// Only what the box says is compared and set: the server completes the rest, and would be overruled otherwise.
func fillDeployment(deployment *appsv1.Deployment, box *modelbox.ModelBox) {
	labels := label(deployment, box)
	spec := &deployment.Spec
	replicas, ratio := box.Spec.Replicas, box.Spec.RollingUpdate
	spec.Replicas, spec.MinReadySeconds = &replicas, 3
	spec.Selector = &metav1.LabelSelector{MatchLabels: labels}
	spec.Strategy = appsv1.DeploymentStrategy{
		Type:          appsv1.RollingUpdateDeploymentStrategyType,
		RollingUpdate: &appsv1.RollingUpdateDeployment{MaxSurge: &ratio, MaxUnavailable: &ratio},
	}
	spec.Template.Labels = labels
	containers := append([]corev1.Container{businessContainer(box)}, box.Spec.Containers...)
	if !equality.Semantic.DeepDerivative(containers, spec.Template.Spec.Containers) {
		spec.Template.Spec.Containers = containers
	}
	if !equality.Semantic.DeepDerivative(box.Spec.InitContainers, spec.Template.Spec.InitContainers) {
		spec.Template.Spec.InitContainers = box.Spec.InitContainers
	}
}

func businessContainer(box *modelbox.ModelBox) corev1.Container {
	container := corev1.Container{Name: nameOf(box), Image: box.Spec.Image, Env: box.Spec.Envs, Resources: resourcesOf(box)}
	for _, port := range box.Spec.Ports {
		container.Ports = append(container.Ports, corev1.ContainerPort{ContainerPort: targetOf(port).IntVal, Protocol: port.Protocol})
	}
	container.LivenessProbe, container.ReadinessProbe = box.Spec.LivenessProbe, box.Spec.ReadinessProbe
	if box.Spec.Probes == "none" || len(box.Spec.Ports) == 0 {
		return container
	}
	handler := corev1.ProbeHandler{TCPSocket: &corev1.TCPSocketAction{Port: targetOf(box.Spec.Ports[0])}}
	if container.LivenessProbe == nil {
		container.LivenessProbe = &corev1.Probe{ProbeHandler: handler, PeriodSeconds: 10, FailureThreshold: 6}
	}
	if container.ReadinessProbe == nil {
		container.ReadinessProbe = &corev1.Probe{ProbeHandler: handler, PeriodSeconds: 5, FailureThreshold: 3}
	}
	return container
}

func targetOf(port corev1.ServicePort) intstr.IntOrString {
	if port.TargetPort.IntVal != 0 {
		return port.TargetPort
	}
	return intstr.FromInt32(port.Port)
}

func fillService(service *corev1.Service, box *modelbox.ModelBox) {
	labels := label(service, box)
	service.Spec.Selector = labels
	service.Spec.Type = corev1.ServiceType(box.Spec.ServiceType)
	if box.Spec.ServiceType == "" {
		service.Spec.Type = corev1.ServiceTypeClusterIP
		for _, port := range box.Spec.Ports {
			if port.NodePort != 0 {
				service.Spec.Type = corev1.ServiceTypeNodePort
			}
		}
	}
	if !equality.Semantic.DeepDerivative(box.Spec.Ports, service.Spec.Ports) {
		service.Spec.Ports = box.Spec.Ports
	}
}
