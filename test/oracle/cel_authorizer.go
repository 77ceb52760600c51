package main

import (
	"context"
	"errors"
	"strings"

	"github.com/google/cel-go/common/types/ref"
	"k8s.io/apiserver/pkg/authentication/user"
	"k8s.io/apiserver/pkg/authorization/authorizer"
	"k8s.io/apiserver/pkg/cel/library"
)

// grantGets allows what only reads, denies deletion, fails for the verb "fail" and has no opinion on the rest: every answer that an
// authorizer can give is there.
type grantGets struct{}

func (grantGets) Authorize(_ context.Context, request authorizer.Attributes) (authorizer.Decision, string, error) {
	switch verb := request.GetVerb(); {
	case verb == "fail":
		return authorizer.DecisionNoOpinion, "", errors.New("the authorizer is down")
	case verb == "delete":
		return authorizer.DecisionDeny, "nobody deletes", nil
	case verb == "get" && !strings.HasPrefix(request.GetNamespace(), "kube-"):
		return authorizer.DecisionAllow, "reads " + request.GetResource() + request.GetPath() + request.GetName(), nil
	}
	return authorizer.DecisionNoOpinion, "", nil
}

func grantGetsVal() ref.Val {
	return library.NewAuthorizerVal(&user.DefaultInfo{Name: "somebody"}, grantGets{})
}
