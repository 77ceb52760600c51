// The operator of examples/modelbox on controller-runtime, with its defaults except: no client-side rate limit, no metrics server. What it is
// told is written down in ../programs/assignment.ts.
package main

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/go-logr/logr"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"

	"pintle.dev/bench/operator/modelbox"
)

type assignment struct {
	URL, CA, Token, Namespace string
	Workers                   int
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "controller-runtime:", err)
		os.Exit(1)
	}
}

func main() {
	var told assignment
	check(json.Unmarshal([]byte(os.Getenv("BENCH_ASSIGNMENT")), &told))
	ctrl.SetLogger(logr.Discard())
	scheme := runtime.NewScheme()
	check(clientgoscheme.AddToScheme(scheme))
	check(modelbox.AddToScheme(scheme))
	config := &rest.Config{
		Host:            told.URL,
		BearerToken:     told.Token,
		TLSClientConfig: rest.TLSClientConfig{CAData: []byte(told.CA)},
		QPS:             -1,
	}
	mgr, err := ctrl.NewManager(config, ctrl.Options{
		Scheme:  scheme,
		Metrics: metricsserver.Options{BindAddress: "0"},
		Cache:   cache.Options{DefaultNamespaces: map[string]cache.Config{told.Namespace: {}}},
	})
	check(err)
	check(ctrl.NewControllerManagedBy(mgr).For(&modelbox.ModelBox{}).Owns(&appsv1.Deployment{}).Owns(&corev1.Service{}).
		WithOptions(controller.Options{MaxConcurrentReconciles: told.Workers}).
		Complete(&reconciler{Client: mgr.GetClient(), scheme: scheme, recorder: mgr.GetEventRecorder("modelbox")}))
	check(mgr.Start(ctrl.SetupSignalHandler()))
}
