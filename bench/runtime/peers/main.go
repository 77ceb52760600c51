// The bench's controller on controller-runtime, with its defaults except: no client-side rate limit, no metrics server. What it is told
// and what it says is written down in ../programs/assignment.ts.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-logr/logr"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"

	"pintle.dev/bench/runtime/widget"
)

type assignment struct {
	URL, CA, Token, Namespace, Task, Run string
	Workers, Count                       int
}

var born = millis()

func millis() float64 { return float64(time.Now().UnixNano()) / 1e6 }

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
	check(widget.AddToScheme(scheme))
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
	ctx := ctrl.SetupSignalHandler()
	if told.Task == "reconcile" {
		r := &reconciler{Client: mgr.GetClient(), scheme: scheme, told: told}
		check(ctrl.NewControllerManagedBy(mgr).For(&widget.Widget{}).Owns(&corev1.ConfigMap{}).
			WithOptions(controller.Options{MaxConcurrentReconciles: told.Workers}).Complete(r))
	} else {
		_, err := mgr.GetCache().GetInformer(ctx, &widget.Widget{}, cache.BlockUntilSynced(false))
		check(err)
		go saySynced(ctx, mgr.GetCache())
	}
	check(mgr.Start(ctx))
}

func saySynced(ctx context.Context, held cache.Cache) {
	if !held.WaitForCacheSync(ctx) {
		return
	}
	found := &widget.WidgetList{}
	check(held.List(ctx, found, client.UnsafeDisableDeepCopy))
	fmt.Printf("{\"event\":\"synced\",\"n\":%d}\n{\"event\":\"settled\"}\n", len(found.Items))
}

type reconciler struct {
	client.Client
	scheme    *runtime.Scheme
	told      assignment
	converged sync.Map
	n, runs   atomic.Int64
	stamps    sync.Map
}

func (r *reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	now := millis()
	r.runs.Add(1)
	obj := &widget.Widget{}
	if err := r.Get(ctx, req.NamespacedName, obj); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	stamp := obj.Annotations["bench/ts"]
	if at, err := strconv.ParseFloat(stamp, 64); err == nil && at > born {
		if _, seen := r.stamps.LoadOrStore(stamp, true); !seen {
			fmt.Printf("{\"event\":\"latency\",\"ms\":%f}\n", now-at)
		}
	}
	if err := r.child(ctx, obj); err != nil {
		return ctrl.Result{}, err
	}
	if obj.Status.Message != r.told.Run {
		obj.Status.Message, obj.Status.Phase, obj.Status.ObservedGeneration = r.told.Run, "Ready", obj.Generation
		if err := r.Status().Update(ctx, obj); err != nil {
			return ctrl.Result{}, err
		}
	}
	if _, seen := r.converged.LoadOrStore(req.Name, true); !seen && r.n.Add(1) == int64(r.told.Count) {
		fmt.Printf("{\"event\":\"converged\",\"n\":%d}\n", r.runs.Load())
	}
	return ctrl.Result{}, nil
}

func (r *reconciler) child(ctx context.Context, owner *widget.Widget) error {
	child := &corev1.ConfigMap{}
	key := client.ObjectKey{Namespace: owner.Namespace, Name: owner.Name + "-" + r.told.Run}
	if err := r.Get(ctx, key, child); !apierrors.IsNotFound(err) {
		return err
	}
	child.Name, child.Namespace = key.Name, key.Namespace
	child.Data = map[string]string{"owner": owner.Name, "run": r.told.Run}
	if err := ctrl.SetControllerReference(owner, child, r.scheme); err != nil {
		return err
	}
	err := r.Create(ctx, child)
	if apierrors.IsAlreadyExists(err) {
		return nil
	}
	return err
}
