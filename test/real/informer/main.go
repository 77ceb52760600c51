// Command informer is what Go programs are to an API server: `informer watch` runs a shared informer with WatchList, `informer write`
// a typed clientset, which sends protobuf. It prints a line for everything that it sees or does, and ends when its input does.
package main

import (
	"fmt"
	"os"

	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
)

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "informer:", err)
		os.Exit(1)
	}
}

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: informer watch|write NAMESPACE, with KUBECONFIG")
		os.Exit(2)
	}
	config, err := clientcmd.BuildConfigFromFlags("", os.Getenv("KUBECONFIG"))
	check(err)
	namespace := os.Args[2]
	switch os.Args[1] {
	case "watch":
		config.Wrap(printRequests)
		watch(clientOf(config), namespace)
	case "write":
		write(clientOf(config), namespace)
	default:
		check(fmt.Errorf("there is no command %q", os.Args[1]))
	}
}

// clientOf is the generated clientset with its defaults: since 0.32 it sends protobuf.
func clientOf(config *rest.Config) kubernetes.Interface {
	return kubernetes.NewForConfigOrDie(config)
}
