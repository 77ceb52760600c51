/** The projects whose definitions and examples have to pass, and where those lie in their sources. */
import type { GoModule } from "./go-modules.ts";

export interface Project extends GoModule {
  readonly name: string;
  readonly definitions: readonly string[];
  /** Manifests that must pass; those of kinds that no project here defines do not count. */
  readonly examples: readonly string[];
  /** Examples that the project's own definitions refuse, by file: the real server's words. */
  readonly broken?: { readonly [file: string]: string };
  /** Manifests that the project itself holds for invalid. */
  readonly invalid?: readonly string[];
}

export const projects: readonly Project[] = [
  {
    name: "cert-manager",
    path: "github.com/cert-manager/cert-manager",
    version: "v1.21.2",
    sum: "h1:UWgoYM+KLNtRlqmoWOKjKBOBUPVHeepQ6/ac3ERJW68=",
    definitions: ["deploy/crds/*.yaml"],
    examples: ["test/fixtures/*.yaml", "make/config/kgateway/*.yaml"],
  },
  {
    name: "Istio",
    path: "istio.io/api",
    version: "v1.31.1",
    sum: "h1:5Yb5ihcz4YQsCkciusK7DnFpBMwRB6EFWeUKH1Atuyk=",
    definitions: ["kubernetes/customresourcedefinitions.gen.yaml"],
    examples: [],
  },
  {
    name: "Prometheus Operator",
    path: "github.com/prometheus-operator/prometheus-operator",
    version: "v0.85.0",
    sum: "h1:M5xLCLEoaW2IJfnuCwFzzpL+jSVQu3KGT84Pye+fW8s=",
    definitions: ["example/prometheus-operator-crd/*.yaml"],
    examples: ["example/{additional,admission,non-rbac,rbac,shards,storage,thanos,user-guides}*/**/*.yaml"],
    broken: {
      "example/user-guides/scrapeclass/scrapeclass-example-podmonitor.yaml": "spec.selector: Required value",
      "example/user-guides/scrapeclass/scrapeclass-example-servicemonitor.yaml": "spec.selector: Required value",
    },
  },
  {
    name: "Argo Rollouts",
    path: "github.com/argoproj/argo-rollouts",
    version: "v1.10.1",
    sum: "h1:6oyVPGiHHxu3ixkT6mngemh88HLPDoTX1IwO6KNR1Y4=",
    definitions: ["manifests/crds/*-crd.yaml"],
    examples: [
      "examples/*.yaml",
      "examples/{ambassador,apisix,appmesh,istio,notifications,traffic-routing-experiment-step,workload-ref}/*.yaml",
      "docs/getting-started/**/*.yaml",
      "test/e2e/{functional,istio,alb}/*.yaml",
    ],
  },
  {
    name: "KEDA",
    path: "github.com/kedacore/keda/v2",
    version: "v2.21.0",
    sum: "h1:R6z2HZvstK4RLUMxroNACzBj74xGxt3kG59b5Xc+Xps=",
    definitions: ["config/crd/bases/*.yaml"],
    examples: ["config/samples/*.yaml"],
    broken: { "config/samples/keda_v1alpha1_scaledjob.yaml": "spec.jobTargetRef.template: Required value" },
  },
  {
    name: "Knative Serving",
    path: "knative.dev/serving",
    version: "v0.42.2",
    sum: "h1:yKieg3MeNvpVz+4JJPbvmpee3v3LK3zO5h5HJBtzaNk=",
    definitions: ["config/core/300-resources/*.yaml"],
    examples: [
      "test/test_images/**/*.yaml",
      "third_party/istio-latest/*.yaml",
      "test/config/externaldomaintls/**/*.yaml",
    ],
  },
  {
    name: "Flux",
    path: "github.com/fluxcd/source-controller",
    version: "v1.8.0",
    sum: "h1:h549HUCBEG4jGs3uFYfb2+/XhJjcz+pvB8VG4mdSYDw=",
    definitions: ["config/crd/bases/*.yaml"],
    examples: ["config/{samples,testdata}/**/*.yaml"],
  },
  {
    name: "Cluster API",
    path: "sigs.k8s.io/cluster-api",
    version: "v1.14.2",
    sum: "h1:o3GFNaeNFAOEEMpDPfhCK+2CjmV6gtQ8yLEcUwCg7bA=",
    definitions: ["{core,bootstrap/kubeadm,controlplane/kubeadm}/config/crd/bases/*.yaml"],
    examples: ["{core,bootstrap/kubeadm,controlplane/kubeadm}/config/certmanager/*.yaml"],
  },
  {
    name: "Gateway API, standard",
    path: "sigs.k8s.io/gateway-api",
    version: "v1.6.3",
    sum: "h1:lKpJa5bGlraC/QeACvCpsHLdmO6y0iKfzVl6gzaFEYc=",
    definitions: ["config/crd/standard/*.yaml"],
    examples: ["examples/standard/**/*.yaml"],
    invalid: ["hack/invalid-examples/standard/**/*.yaml"],
  },
  {
    name: "Gateway API, experimental",
    path: "sigs.k8s.io/gateway-api",
    version: "v1.6.3",
    sum: "h1:lKpJa5bGlraC/QeACvCpsHLdmO6y0iKfzVl6gzaFEYc=",
    definitions: ["config/crd/experimental/*.yaml"],
    examples: ["examples/{standard,experimental}/**/*.yaml"],
    invalid: ["hack/invalid-examples/{standard,experimental}/**/*.yaml"],
  },
];
