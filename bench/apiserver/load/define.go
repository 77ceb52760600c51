package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// group is that of all custom resources.
const group = "bench.example.com"

// define creates a CustomResourceDefinition and waits until its objects can be listed.
func define() {
	begin, collection := time.Now(), path(strings.TrimPrefix(*kind, "definition-"), "default")
	_, err := call("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", []byte(load(*kind)), "application/json")
	check(err)
	for {
		if _, err = call("GET", collection, nil, ""); err == nil {
			break
		}
		if time.Since(begin) > time.Minute {
			check(fmt.Errorf("%s is not served: %w", collection, err))
		}
		time.Sleep(time.Millisecond)
	}
	emit("define "+*kind, "ms", float64(time.Since(begin).Microseconds())/1000)
}

// becomeAccount goes on as a ServiceAccount with a token and a role of its own, as an operator does.
func becomeAccount() {
	const name = "bench-operator"
	role := `{"apiVersion":"rbac.authorization.k8s.io/v1","kind":"ClusterRole","metadata":{"name":"` + name + `"},"rules":[` +
		`{"apiGroups":["` + group + `"],"resources":["*"],"verbs":["*"]},{"apiGroups":[""],"resources":["namespaces"],"verbs":["get","create"]}]}`
	binding := `{"apiVersion":"rbac.authorization.k8s.io/v1","kind":"ClusterRoleBinding","metadata":{"name":"` + name + `"},` +
		`"roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"ClusterRole","name":"` + name + `"},` +
		`"subjects":[{"kind":"ServiceAccount","name":"` + name + `","namespace":"default"}]}`
	account := `{"apiVersion":"v1","kind":"ServiceAccount","metadata":{"name":"` + name + `"}}`
	ensure("/apis/rbac.authorization.k8s.io/v1/clusterroles", role)
	ensure("/apis/rbac.authorization.k8s.io/v1/clusterrolebindings", binding)
	ensure("/api/v1/namespaces/default/serviceaccounts", account)
	answer, err := call("POST", "/api/v1/namespaces/default/serviceaccounts/"+name+"/token",
		[]byte(`{"apiVersion":"authentication.k8s.io/v1","kind":"TokenRequest","spec":{}}`), "application/json")
	check(err)
	var review struct{ Status struct{ Token string } }
	check(json.Unmarshal(answer, &review))
	*token = review.Status.Token
	// A role counts a moment after it was written.
	for begin := time.Now(); time.Since(begin) < 10*time.Second; time.Sleep(10 * time.Millisecond) {
		if _, err = call("GET", "/api/v1/namespaces/default", nil, ""); err == nil {
			return
		}
	}
	check(err)
}

func ensure(path, body string) {
	if _, err := call("POST", path, []byte(body), "application/json"); err != nil && !strings.Contains(err.Error(), "AlreadyExists") {
		check(err)
	}
}
