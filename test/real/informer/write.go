package main

import (
	"context"
	"fmt"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes"
)

// write takes a ConfigMap and a Deployment through their lives and prints what the server made of them.
func write(client kubernetes.Interface, namespace string) {
	ctx := context.Background()
	configMaps := client.CoreV1().ConfigMaps(namespace)
	configMap, err := configMaps.Create(ctx, &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Name: "words", Labels: map[string]string{"app": "web"}},
		Data:       map[string]string{"value": "one"},
		BinaryData: map[string][]byte{"bytes": {0, 255}},
	}, metav1.CreateOptions{})
	check(err)
	fmt.Println("created", configMap.Name, configMap.Data["value"], configMap.BinaryData["bytes"], configMap.ManagedFields[0].Manager)
	configMap.Data["value"] = "two"
	changed, err := configMaps.Update(ctx, configMap, metav1.UpdateOptions{FieldManager: "typed"})
	check(err)
	fmt.Println("updated", changed.Name, changed.Data["value"], changed.ResourceVersion != configMap.ResourceVersion)
	_, err = configMaps.Update(ctx, configMap, metav1.UpdateOptions{})
	fmt.Println("stale:", err)
	check(configMaps.Delete(ctx, "words", metav1.DeleteOptions{Preconditions: metav1.NewUIDPreconditions(string(changed.UID))}))
	_, err = configMaps.Get(ctx, "words", metav1.GetOptions{})
	fmt.Println("deleted:", err)
	writeDeployment(ctx, client, namespace)
}

func writeDeployment(ctx context.Context, client kubernetes.Interface, namespace string) {
	deployments := client.AppsV1().Deployments(namespace)
	labels := map[string]string{"app": "web"}
	deployment, err := deployments.Create(ctx, &appsv1.Deployment{
		ObjectMeta: metav1.ObjectMeta{Name: "web"},
		Spec: appsv1.DeploymentSpec{
			Selector: &metav1.LabelSelector{MatchLabels: labels},
			Template: corev1.PodTemplateSpec{
				ObjectMeta: metav1.ObjectMeta{Labels: labels},
				Spec:       corev1.PodSpec{Containers: []corev1.Container{{Name: "web", Image: "nginx"}}},
			},
		},
	}, metav1.CreateOptions{})
	check(err)
	fmt.Println("created", deployment.Name, *deployment.Spec.Replicas, deployment.Spec.Template.Spec.Containers[0].ImagePullPolicy, deployment.Generation)
	scale, err := deployments.GetScale(ctx, "web", metav1.GetOptions{})
	check(err)
	scale.Spec.Replicas = 3
	scale, err = deployments.UpdateScale(ctx, "web", scale, metav1.UpdateOptions{})
	check(err)
	fmt.Println("scaled", scale.Name, scale.Spec.Replicas, scale.Status.Selector)
	patch := []byte(`{"spec":{"template":{"spec":{"containers":[{"name":"web","image":"nginx:1.27"}]}}}}`)
	deployment, err = deployments.Patch(ctx, "web", types.StrategicMergePatchType, patch, metav1.PatchOptions{})
	check(err)
	fmt.Println("patched", deployment.Spec.Template.Spec.Containers[0].Image, *deployment.Spec.Replicas, deployment.Generation)
	deployment.Status.ObservedGeneration = deployment.Generation
	deployment, err = deployments.UpdateStatus(ctx, deployment, metav1.UpdateOptions{})
	check(err)
	fmt.Println("status", deployment.Status.ObservedGeneration, deployment.Generation)
	list, err := deployments.List(ctx, metav1.ListOptions{LabelSelector: "app!=other", Limit: 1})
	check(err)
	fmt.Println("listed", len(list.Items), list.Items[0].Name)
	check(deployments.DeleteCollection(ctx, metav1.DeleteOptions{}, metav1.ListOptions{}))
	_, err = deployments.Get(ctx, "web", metav1.GetOptions{})
	fmt.Println("deleted:", err)
}
