package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/features"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// watch prints the life of the ConfigMaps of a namespace. A line "list" on the input asks for what the cache holds.
func watch(client kubernetes.Interface, namespace string) {
	if !features.FeatureGates().Enabled(features.WatchListClient) {
		check(fmt.Errorf("this client-go does not use WatchList"))
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	factory := informers.NewSharedInformerFactoryWithOptions(client, 0, informers.WithNamespace(namespace))
	informer := factory.Core().V1().ConfigMaps()
	_, err := informer.Informer().AddEventHandler(printer())
	check(err)
	check(informer.Informer().SetWatchErrorHandlerWithContext(func(_ context.Context, _ *cache.Reflector, err error) {
		fmt.Println("watch error:", err)
	}))
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	fmt.Println("synced", len(informer.Informer().GetStore().ListKeys()))
	for lines := bufio.NewReader(os.Stdin); ; {
		line, err := lines.ReadString('\n')
		if err == io.EOF {
			return
		}
		check(err)
		if strings.TrimSpace(line) == "list" {
			fmt.Println("cached", len(informer.Informer().GetStore().ListKeys()))
		}
	}
}

func printer() cache.ResourceEventHandler {
	return cache.ResourceEventHandlerDetailedFuncs{
		AddFunc: func(object any, initial bool) {
			if initial {
				fmt.Println("initial", describe(object))
			} else {
				fmt.Println("added", describe(object))
			}
		},
		UpdateFunc: func(before, after any) { fmt.Println("updated", describe(before), "to", describe(after)) },
		DeleteFunc: func(object any) {
			if unknown, ok := object.(cache.DeletedFinalStateUnknown); ok {
				object = unknown.Obj
			}
			fmt.Println("deleted", describe(object))
		},
	}
}

func describe(object any) string {
	configMap := object.(*corev1.ConfigMap)
	return configMap.Name + "=" + configMap.Data["value"]
}

// printRequests tells a WatchList from the list that client-go falls back to when a server refuses it.
func printRequests(next http.RoundTripper) http.RoundTripper {
	return roundTripper(func(request *http.Request) (*http.Response, error) {
		switch query := request.URL.Query(); {
		case query.Get("sendInitialEvents") == "true":
			fmt.Println("asks for a list by watch")
		case query.Get("watch") == "true":
			fmt.Println("asks for a watch")
		default:
			fmt.Println("asks for a list")
		}
		return next.RoundTrip(request)
	})
}

type roundTripper func(*http.Request) (*http.Response, error)

func (send roundTripper) RoundTrip(request *http.Request) (*http.Response, error) {
	return send(request)
}
