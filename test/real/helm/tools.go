//go:build tools

// Package tools pins which helm the judge installs charts with: the imports make `go mod tidy` keep the modules of the command.
package tools

import (
	_ "helm.sh/helm/v3/cmd/helm"
	_ "helm.sh/helm/v4/cmd/helm"
)
