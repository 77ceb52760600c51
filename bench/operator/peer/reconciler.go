package main

import (
	"context"
	"fmt"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/recorder"

	"pintle.dev/bench/operator/modelbox"
)

type reconciler struct {
	client.Client
	scheme   *runtime.Scheme
	recorder recorder.EventRecorder
}

func (r *reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	box := &modelbox.ModelBox{}
	if err := r.Get(ctx, req.NamespacedName, box); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	deployment := &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Name: box.Name, Namespace: box.Namespace}}
	err := r.bring(ctx, box, deployment, func() { fillDeployment(deployment, box) })
	if err != nil {
		return ctrl.Result{}, err
	}
	service := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Name: nameOf(box), Namespace: box.Namespace}}
	if len(box.Spec.Ports) > 0 && box.Spec.ServiceType != "None" {
		if err = r.bring(ctx, box, service, func() { fillService(service, box) }); err != nil {
			return ctrl.Result{}, err
		}
	}
	before := box.Status.DeepCopy()
	fillStatus(box, deployment, service)
	if equality.Semantic.DeepEqual(before, &box.Status) {
		return ctrl.Result{}, nil
	}
	return ctrl.Result{}, r.Status().Update(ctx, box)
}

// Creates the child or makes it as it should be, and tells of a new one as ours does.
func (r *reconciler) bring(ctx context.Context, box *modelbox.ModelBox, child client.Object, fill func()) error {
	done, err := controllerutil.CreateOrUpdate(ctx, r.Client, child, func() error {
		fill()
		return controllerutil.SetControllerReference(box, child, r.scheme)
	})
	if done == controllerutil.OperationResultCreated {
		r.recorder.Eventf(box, nil, corev1.EventTypeNormal, "Created", "Create", "%s was created", child.GetName())
	}
	return err
}

func nameOf(box *modelbox.ModelBox) string {
	if box.Spec.Name != "" {
		return box.Spec.Name
	}
	return box.Name
}

func fillStatus(box *modelbox.ModelBox, deployment *appsv1.Deployment, service *corev1.Service) {
	seen := deployment.Status
	status := &box.Status
	status.ObservedGeneration, status.Selector = box.Generation, "modelbox="+box.Name
	status.Replicas, status.ReadyReplicas, status.UpdatedReplicas = seen.Replicas, seen.ReadyReplicas, seen.UpdatedReplicas
	if len(service.Spec.Ports) > 0 {
		status.Endpoint = fmt.Sprintf("%s.%s.svc:%d", service.Name, service.Namespace, service.Spec.Ports[0].Port)
	}
	isReady := seen.ObservedGeneration >= deployment.Generation && seen.UpdatedReplicas == box.Spec.Replicas &&
		seen.AvailableReplicas == box.Spec.Replicas && seen.Replicas == box.Spec.Replicas
	counted := fmt.Sprintf("%d of %d are ready", seen.ReadyReplicas, box.Spec.Replicas)
	set := func(kind string, is bool, reason, message string) {
		value := metav1.ConditionFalse
		if is {
			value = metav1.ConditionTrue
		}
		meta.SetStatusCondition(&status.Conditions, metav1.Condition{
			Type: kind, Status: value, Reason: reason, Message: message, ObservedGeneration: box.Generation,
		})
	}
	if isReady {
		set("Ready", true, "AllReady", counted)
		set("Progressing", false, "RolledOut", "")
	} else {
		set("Ready", false, "RollingOut", counted)
		set("Progressing", true, "RollingOut", fmt.Sprintf("%d are up to date", seen.UpdatedReplicas))
	}
	set("Degraded", false, "AsDesired", "")
}
