/** What kube-apiserver 1.36.3 has from its first start on. Written by `make bootstrap`. */
import type { JsonObject } from "@pintle/machinery";

export const bootstrapObjects: readonly { readonly path: string; readonly objects: readonly JsonObject[] }[] = [
  {
    path: "/api/v1/namespaces",
    objects: [
      {
        apiVersion: "v1",
        kind: "Namespace",
        metadata: { name: "default", labels: { "kubernetes.io/metadata.name": "default" } },
        spec: { finalizers: ["kubernetes"] },
      },
      {
        apiVersion: "v1",
        kind: "Namespace",
        metadata: { name: "kube-node-lease", labels: { "kubernetes.io/metadata.name": "kube-node-lease" } },
        spec: { finalizers: ["kubernetes"] },
      },
      {
        apiVersion: "v1",
        kind: "Namespace",
        metadata: { name: "kube-public", labels: { "kubernetes.io/metadata.name": "kube-public" } },
        spec: { finalizers: ["kubernetes"] },
      },
      {
        apiVersion: "v1",
        kind: "Namespace",
        metadata: { name: "kube-system", labels: { "kubernetes.io/metadata.name": "kube-system" } },
        spec: { finalizers: ["kubernetes"] },
      },
    ],
  },
  {
    path: "/apis/apiregistration.k8s.io/v1/apiservices",
    objects: [
      {
        apiVersion: "apiregistration.k8s.io/v1",
        kind: "APIService",
        metadata: { name: "v1.", labels: { "kube-aggregator.kubernetes.io/automanaged": "onstart" } },
        spec: { version: "v1", groupPriorityMinimum: 18000, versionPriority: 1 },
      },
      {
        apiVersion: "apiregistration.k8s.io/v1",
        kind: "APIService",
        metadata: {
          name: "v1.admissionregistration.k8s.io",
          labels: { "kube-aggregator.kubernetes.io/automanaged": "onstart" },
        },
        spec: {
          group: "admissionregistration.k8s.io",
          version: "v1",
          groupPriorityMinimum: 16700,
          versionPriority: 15,
        },
      },
      {
        apiVersion: "apiregistration.k8s.io/v1",
        kind: "APIService",
        metadata: {
          name: "v1.apiextensions.k8s.io",
          labels: { "kube-aggregator.kubernetes.io/automanaged": "onstart" },
        },
        spec: { group: "apiextensions.k8s.io", version: "v1", groupPriorityMinimum: 16700, versionPriority: 15 },
      },
      {
        apiVersion: "apiregistration.k8s.io/v1",
        kind: "APIService",
        metadata: { name: "v1.apps", labels: { "kube-aggregator.kubernetes.io/automanaged": "onstart" } },
        spec: { group: "apps", version: "v1", groupPriorityMinimum: 17800, versionPriority: 15 },
      },
      {
        apiVersion: "apiregistration.k8s.io/v1",
        kind: "APIService",
        metadata: {
          name: "v1.authentication.k8s.io",
          labels: { "kube-aggregator.kubernetes.io/automanaged": "onstart" },
        },
        spec: { group: "authentication.k8s.io", version: "v1", groupPriorityMinimum: 17700, versionPriority: 15 },
      },
      {
        apiVersion: "apiregistration.k8s.io/v1",
        kind: "APIService",
        metadata: {
          name: "v1.authorization.k8s.io",
          labels: { "kube-aggregator.kubernetes.io/automanaged": "onstart" },
        },
        spec: { group: "authorization.k8s.io", version: "v1", groupPriorityMinimum: 17600, versionPriority: 15 },
      },
      {
        apiVersion: "apiregistration.k8s.io/v1",
        kind: "APIService",
        metadata: { name: "v1.autoscaling", labels: { "kube-aggregator.kubernetes.io/automanaged": "onstart" } },
        spec: { group: "autoscaling", version: "v1", groupPriorityMinimum: 17500, versionPriority: 15 },
      },
      {
        apiVersion: "apiregistration.k8s.io/v1",
        kind: "APIService",
        metadata: { name: "v1.batch", labels: { "kube-aggregator.kubernetes.io/automanaged": "onstart" } },
        spec: { group: "batch", version: "v1", groupPriorityMinimum: 17400, versionPriority: 15 },
      },
      {
        apiVersion: "apiregistration.k8s.io/v1",
        kind: "APIService",
        metadata: {
          name: "v1.certificates.k8s.io",
          labels: { "kube-aggregator.kubernetes.io/automanaged": "onstart" },
        },
        spec: { group: "certificates.k8s.io", version: "v1", groupPriorityMinimum: 17300, versionPriority: 15 },
      },
      {
        apiVersion: "apiregistration.k8s.io/v1",
        kind: "APIService",
        metadata: {
          name: "v1.coordination.k8s.io",
          labels: { "kube-aggregator.kubernetes.io/automanaged": "onstart" },
        },
        spec: { group: "coordination.k8s.io", version: "v1", groupPriorityMinimum: 16500, versionPriority: 15 },
      },
      {
        apiVersion: "apiregistration.k8s.io/v1",
        kind: "APIService",
        metadata: { name: "v1.discovery.k8s.io", labels: { "kube-aggregator.kubernetes.io/automanaged": "onstart" } },
        spec: { group: "discovery.k8s.io", version: "v1", groupPriorityMinimum: 16200, versionPriority: 15 },
      },
      {
        apiVersion: "apiregistration.k8s.io/v1",
        kind: "APIService",
        metadata: { name: "v1.events.k8s.io", labels: { "kube-aggregator.kubernetes.io/automanaged": "onstart" } },
        spec: { group: "events.k8s.io", version: "v1", groupPriorityMinimum: 17750, versionPriority: 15 },
      },
      {
        apiVersion: "apiregistration.k8s.io/v1",
        kind: "APIService",
        metadata: {
          name: "v1.flowcontrol.apiserver.k8s.io",
          labels: { "kube-aggregator.kubernetes.io/automanaged": "onstart" },
        },
        spec: {
          group: "flowcontrol.apiserver.k8s.io",
          version: "v1",
          groupPriorityMinimum: 16100,
          versionPriority: 21,
        },
      },
      {
        apiVersion: "apiregistration.k8s.io/v1",
        kind: "APIService",
        metadata: { name: "v1.networking.k8s.io", labels: { "kube-aggregator.kubernetes.io/automanaged": "onstart" } },
        spec: { group: "networking.k8s.io", version: "v1", groupPriorityMinimum: 17200, versionPriority: 15 },
      },
      {
        apiVersion: "apiregistration.k8s.io/v1",
        kind: "APIService",
        metadata: { name: "v1.node.k8s.io", labels: { "kube-aggregator.kubernetes.io/automanaged": "onstart" } },
        spec: { group: "node.k8s.io", version: "v1", groupPriorityMinimum: 16300, versionPriority: 15 },
      },
      {
        apiVersion: "apiregistration.k8s.io/v1",
        kind: "APIService",
        metadata: { name: "v1.policy", labels: { "kube-aggregator.kubernetes.io/automanaged": "onstart" } },
        spec: { group: "policy", version: "v1", groupPriorityMinimum: 17100, versionPriority: 15 },
      },
      {
        apiVersion: "apiregistration.k8s.io/v1",
        kind: "APIService",
        metadata: {
          name: "v1.rbac.authorization.k8s.io",
          labels: { "kube-aggregator.kubernetes.io/automanaged": "onstart" },
        },
        spec: { group: "rbac.authorization.k8s.io", version: "v1", groupPriorityMinimum: 17000, versionPriority: 15 },
      },
      {
        apiVersion: "apiregistration.k8s.io/v1",
        kind: "APIService",
        metadata: { name: "v1.resource.k8s.io", labels: { "kube-aggregator.kubernetes.io/automanaged": "onstart" } },
        spec: { group: "resource.k8s.io", version: "v1", groupPriorityMinimum: 16200, versionPriority: 21 },
      },
      {
        apiVersion: "apiregistration.k8s.io/v1",
        kind: "APIService",
        metadata: { name: "v1.scheduling.k8s.io", labels: { "kube-aggregator.kubernetes.io/automanaged": "onstart" } },
        spec: { group: "scheduling.k8s.io", version: "v1", groupPriorityMinimum: 16600, versionPriority: 15 },
      },
      {
        apiVersion: "apiregistration.k8s.io/v1",
        kind: "APIService",
        metadata: { name: "v1.storage.k8s.io", labels: { "kube-aggregator.kubernetes.io/automanaged": "onstart" } },
        spec: { group: "storage.k8s.io", version: "v1", groupPriorityMinimum: 16800, versionPriority: 15 },
      },
      {
        apiVersion: "apiregistration.k8s.io/v1",
        kind: "APIService",
        metadata: { name: "v2.autoscaling", labels: { "kube-aggregator.kubernetes.io/automanaged": "onstart" } },
        spec: { group: "autoscaling", version: "v2", groupPriorityMinimum: 17500, versionPriority: 30 },
      },
    ],
  },
  {
    path: "/apis/networking.k8s.io/v1/servicecidrs",
    objects: [
      {
        apiVersion: "networking.k8s.io/v1",
        kind: "ServiceCIDR",
        metadata: { name: "kubernetes" },
        spec: { cidrs: ["10.0.0.0/24"] },
      },
    ],
  },
  {
    path: "/apis/scheduling.k8s.io/v1/priorityclasses",
    objects: [
      {
        apiVersion: "scheduling.k8s.io/v1",
        kind: "PriorityClass",
        metadata: { name: "system-cluster-critical" },
        value: 2000000000,
        description:
          "Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.",
        preemptionPolicy: "PreemptLowerPriority",
      },
      {
        apiVersion: "scheduling.k8s.io/v1",
        kind: "PriorityClass",
        metadata: { name: "system-node-critical" },
        value: 2000001000,
        description: "Used for system critical pods that must not be moved from their current node.",
        preemptionPolicy: "PreemptLowerPriority",
      },
    ],
  },
  {
    path: "/apis/flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations",
    objects: [
      {
        apiVersion: "flowcontrol.apiserver.k8s.io/v1",
        kind: "PriorityLevelConfiguration",
        metadata: { name: "catch-all", annotations: { "apf.kubernetes.io/autoupdate-spec": "true" } },
        spec: {
          type: "Limited",
          limited: { nominalConcurrencyShares: 5, limitResponse: { type: "Reject" }, lendablePercent: 0 },
        },
      },
      {
        apiVersion: "flowcontrol.apiserver.k8s.io/v1",
        kind: "PriorityLevelConfiguration",
        metadata: { name: "exempt", annotations: { "apf.kubernetes.io/autoupdate-spec": "true" } },
        spec: { type: "Exempt", exempt: { nominalConcurrencyShares: 0, lendablePercent: 0 } },
      },
      {
        apiVersion: "flowcontrol.apiserver.k8s.io/v1",
        kind: "PriorityLevelConfiguration",
        metadata: { name: "global-default", annotations: { "apf.kubernetes.io/autoupdate-spec": "true" } },
        spec: {
          type: "Limited",
          limited: {
            nominalConcurrencyShares: 20,
            limitResponse: { type: "Queue", queuing: { queues: 128, handSize: 6, queueLengthLimit: 50 } },
            lendablePercent: 50,
          },
        },
      },
      {
        apiVersion: "flowcontrol.apiserver.k8s.io/v1",
        kind: "PriorityLevelConfiguration",
        metadata: { name: "leader-election", annotations: { "apf.kubernetes.io/autoupdate-spec": "true" } },
        spec: {
          type: "Limited",
          limited: {
            nominalConcurrencyShares: 10,
            limitResponse: { type: "Queue", queuing: { queues: 16, handSize: 4, queueLengthLimit: 50 } },
            lendablePercent: 0,
          },
        },
      },
      {
        apiVersion: "flowcontrol.apiserver.k8s.io/v1",
        kind: "PriorityLevelConfiguration",
        metadata: { name: "node-high", annotations: { "apf.kubernetes.io/autoupdate-spec": "true" } },
        spec: {
          type: "Limited",
          limited: {
            nominalConcurrencyShares: 40,
            limitResponse: { type: "Queue", queuing: { queues: 64, handSize: 6, queueLengthLimit: 50 } },
            lendablePercent: 25,
          },
        },
      },
      {
        apiVersion: "flowcontrol.apiserver.k8s.io/v1",
        kind: "PriorityLevelConfiguration",
        metadata: { name: "system", annotations: { "apf.kubernetes.io/autoupdate-spec": "true" } },
        spec: {
          type: "Limited",
          limited: {
            nominalConcurrencyShares: 30,
            limitResponse: { type: "Queue", queuing: { queues: 64, handSize: 6, queueLengthLimit: 50 } },
            lendablePercent: 33,
          },
        },
      },
      {
        apiVersion: "flowcontrol.apiserver.k8s.io/v1",
        kind: "PriorityLevelConfiguration",
        metadata: { name: "workload-high", annotations: { "apf.kubernetes.io/autoupdate-spec": "true" } },
        spec: {
          type: "Limited",
          limited: {
            nominalConcurrencyShares: 40,
            limitResponse: { type: "Queue", queuing: { queues: 128, handSize: 6, queueLengthLimit: 50 } },
            lendablePercent: 50,
          },
        },
      },
      {
        apiVersion: "flowcontrol.apiserver.k8s.io/v1",
        kind: "PriorityLevelConfiguration",
        metadata: { name: "workload-low", annotations: { "apf.kubernetes.io/autoupdate-spec": "true" } },
        spec: {
          type: "Limited",
          limited: {
            nominalConcurrencyShares: 100,
            limitResponse: { type: "Queue", queuing: { queues: 128, handSize: 6, queueLengthLimit: 50 } },
            lendablePercent: 90,
          },
        },
      },
    ],
  },
  {
    path: "/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas",
    objects: [
      {
        apiVersion: "flowcontrol.apiserver.k8s.io/v1",
        kind: "FlowSchema",
        metadata: { name: "catch-all", annotations: { "apf.kubernetes.io/autoupdate-spec": "true" } },
        spec: {
          priorityLevelConfiguration: { name: "catch-all" },
          matchingPrecedence: 10000,
          distinguisherMethod: { type: "ByUser" },
          rules: [
            {
              subjects: [
                { kind: "Group", group: { name: "system:unauthenticated" } },
                { kind: "Group", group: { name: "system:authenticated" } },
              ],
              resourceRules: [
                { verbs: ["*"], apiGroups: ["*"], resources: ["*"], clusterScope: true, namespaces: ["*"] },
              ],
              nonResourceRules: [{ verbs: ["*"], nonResourceURLs: ["*"] }],
            },
          ],
        },
      },
      {
        apiVersion: "flowcontrol.apiserver.k8s.io/v1",
        kind: "FlowSchema",
        metadata: { name: "exempt", annotations: { "apf.kubernetes.io/autoupdate-spec": "true" } },
        spec: {
          priorityLevelConfiguration: { name: "exempt" },
          matchingPrecedence: 1,
          rules: [
            {
              subjects: [{ kind: "Group", group: { name: "system:masters" } }],
              resourceRules: [
                { verbs: ["*"], apiGroups: ["*"], resources: ["*"], clusterScope: true, namespaces: ["*"] },
              ],
              nonResourceRules: [{ verbs: ["*"], nonResourceURLs: ["*"] }],
            },
          ],
        },
      },
      {
        apiVersion: "flowcontrol.apiserver.k8s.io/v1",
        kind: "FlowSchema",
        metadata: { name: "global-default", annotations: { "apf.kubernetes.io/autoupdate-spec": "true" } },
        spec: {
          priorityLevelConfiguration: { name: "global-default" },
          matchingPrecedence: 9900,
          distinguisherMethod: { type: "ByUser" },
          rules: [
            {
              subjects: [
                { kind: "Group", group: { name: "system:unauthenticated" } },
                { kind: "Group", group: { name: "system:authenticated" } },
              ],
              resourceRules: [
                { verbs: ["*"], apiGroups: ["*"], resources: ["*"], clusterScope: true, namespaces: ["*"] },
              ],
              nonResourceRules: [{ verbs: ["*"], nonResourceURLs: ["*"] }],
            },
          ],
        },
      },
      {
        apiVersion: "flowcontrol.apiserver.k8s.io/v1",
        kind: "FlowSchema",
        metadata: { name: "kube-controller-manager", annotations: { "apf.kubernetes.io/autoupdate-spec": "true" } },
        spec: {
          priorityLevelConfiguration: { name: "workload-high" },
          matchingPrecedence: 800,
          distinguisherMethod: { type: "ByNamespace" },
          rules: [
            {
              subjects: [{ kind: "User", user: { name: "system:kube-controller-manager" } }],
              resourceRules: [
                { verbs: ["*"], apiGroups: ["*"], resources: ["*"], clusterScope: true, namespaces: ["*"] },
              ],
              nonResourceRules: [{ verbs: ["*"], nonResourceURLs: ["*"] }],
            },
          ],
        },
      },
      {
        apiVersion: "flowcontrol.apiserver.k8s.io/v1",
        kind: "FlowSchema",
        metadata: { name: "kube-scheduler", annotations: { "apf.kubernetes.io/autoupdate-spec": "true" } },
        spec: {
          priorityLevelConfiguration: { name: "workload-high" },
          matchingPrecedence: 800,
          distinguisherMethod: { type: "ByNamespace" },
          rules: [
            {
              subjects: [{ kind: "User", user: { name: "system:kube-scheduler" } }],
              resourceRules: [
                { verbs: ["*"], apiGroups: ["*"], resources: ["*"], clusterScope: true, namespaces: ["*"] },
              ],
              nonResourceRules: [{ verbs: ["*"], nonResourceURLs: ["*"] }],
            },
          ],
        },
      },
      {
        apiVersion: "flowcontrol.apiserver.k8s.io/v1",
        kind: "FlowSchema",
        metadata: {
          name: "kube-system-service-accounts",
          annotations: { "apf.kubernetes.io/autoupdate-spec": "true" },
        },
        spec: {
          priorityLevelConfiguration: { name: "workload-high" },
          matchingPrecedence: 900,
          distinguisherMethod: { type: "ByNamespace" },
          rules: [
            {
              subjects: [{ kind: "ServiceAccount", serviceAccount: { namespace: "kube-system", name: "*" } }],
              resourceRules: [
                { verbs: ["*"], apiGroups: ["*"], resources: ["*"], clusterScope: true, namespaces: ["*"] },
              ],
              nonResourceRules: [{ verbs: ["*"], nonResourceURLs: ["*"] }],
            },
          ],
        },
      },
      {
        apiVersion: "flowcontrol.apiserver.k8s.io/v1",
        kind: "FlowSchema",
        metadata: { name: "probes", annotations: { "apf.kubernetes.io/autoupdate-spec": "true" } },
        spec: {
          priorityLevelConfiguration: { name: "exempt" },
          matchingPrecedence: 2,
          rules: [
            {
              subjects: [
                { kind: "Group", group: { name: "system:unauthenticated" } },
                { kind: "Group", group: { name: "system:authenticated" } },
              ],
              nonResourceRules: [{ verbs: ["get"], nonResourceURLs: ["/healthz", "/readyz", "/livez"] }],
            },
          ],
        },
      },
      {
        apiVersion: "flowcontrol.apiserver.k8s.io/v1",
        kind: "FlowSchema",
        metadata: { name: "service-accounts", annotations: { "apf.kubernetes.io/autoupdate-spec": "true" } },
        spec: {
          priorityLevelConfiguration: { name: "workload-low" },
          matchingPrecedence: 9000,
          distinguisherMethod: { type: "ByUser" },
          rules: [
            {
              subjects: [{ kind: "Group", group: { name: "system:serviceaccounts" } }],
              resourceRules: [
                { verbs: ["*"], apiGroups: ["*"], resources: ["*"], clusterScope: true, namespaces: ["*"] },
              ],
              nonResourceRules: [{ verbs: ["*"], nonResourceURLs: ["*"] }],
            },
          ],
        },
      },
      {
        apiVersion: "flowcontrol.apiserver.k8s.io/v1",
        kind: "FlowSchema",
        metadata: { name: "system-leader-election", annotations: { "apf.kubernetes.io/autoupdate-spec": "true" } },
        spec: {
          priorityLevelConfiguration: { name: "leader-election" },
          matchingPrecedence: 100,
          distinguisherMethod: { type: "ByUser" },
          rules: [
            {
              subjects: [
                { kind: "User", user: { name: "system:kube-controller-manager" } },
                { kind: "User", user: { name: "system:kube-scheduler" } },
                { kind: "ServiceAccount", serviceAccount: { namespace: "kube-system", name: "*" } },
              ],
              resourceRules: [
                {
                  verbs: ["get", "create", "update"],
                  apiGroups: ["coordination.k8s.io"],
                  resources: ["leases"],
                  namespaces: ["*"],
                },
              ],
            },
          ],
        },
      },
      {
        apiVersion: "flowcontrol.apiserver.k8s.io/v1",
        kind: "FlowSchema",
        metadata: { name: "system-node-high", annotations: { "apf.kubernetes.io/autoupdate-spec": "true" } },
        spec: {
          priorityLevelConfiguration: { name: "node-high" },
          matchingPrecedence: 400,
          distinguisherMethod: { type: "ByUser" },
          rules: [
            {
              subjects: [{ kind: "Group", group: { name: "system:nodes" } }],
              resourceRules: [
                {
                  verbs: ["*"],
                  apiGroups: [""],
                  resources: ["nodes", "nodes/status"],
                  clusterScope: true,
                  namespaces: ["*"],
                },
                { verbs: ["*"], apiGroups: ["coordination.k8s.io"], resources: ["leases"], namespaces: ["*"] },
              ],
            },
          ],
        },
      },
      {
        apiVersion: "flowcontrol.apiserver.k8s.io/v1",
        kind: "FlowSchema",
        metadata: { name: "system-nodes", annotations: { "apf.kubernetes.io/autoupdate-spec": "true" } },
        spec: {
          priorityLevelConfiguration: { name: "system" },
          matchingPrecedence: 500,
          distinguisherMethod: { type: "ByUser" },
          rules: [
            {
              subjects: [{ kind: "Group", group: { name: "system:nodes" } }],
              resourceRules: [
                { verbs: ["*"], apiGroups: ["*"], resources: ["*"], clusterScope: true, namespaces: ["*"] },
              ],
              nonResourceRules: [{ verbs: ["*"], nonResourceURLs: ["*"] }],
            },
          ],
        },
      },
    ],
  },
  {
    path: "/apis/rbac.authorization.k8s.io/v1/clusterroles",
    objects: [
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "admin",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        aggregationRule: {
          clusterRoleSelectors: [{ matchLabels: { "rbac.authorization.k8s.io/aggregate-to-admin": "true" } }],
        },
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "cluster-admin",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          { verbs: ["*"], apiGroups: ["*"], resources: ["*"] },
          { verbs: ["*"], nonResourceURLs: ["*"] },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "edit",
          labels: {
            "kubernetes.io/bootstrapping": "rbac-defaults",
            "rbac.authorization.k8s.io/aggregate-to-admin": "true",
          },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        aggregationRule: {
          clusterRoleSelectors: [{ matchLabels: { "rbac.authorization.k8s.io/aggregate-to-edit": "true" } }],
        },
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:aggregate-to-admin",
          labels: {
            "kubernetes.io/bootstrapping": "rbac-defaults",
            "rbac.authorization.k8s.io/aggregate-to-admin": "true",
          },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          { verbs: ["create"], apiGroups: ["authorization.k8s.io"], resources: ["localsubjectaccessreviews"] },
          {
            verbs: ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"],
            apiGroups: ["rbac.authorization.k8s.io"],
            resources: ["rolebindings", "roles"],
          },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:aggregate-to-edit",
          labels: {
            "kubernetes.io/bootstrapping": "rbac-defaults",
            "rbac.authorization.k8s.io/aggregate-to-edit": "true",
          },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          {
            verbs: ["get", "list", "watch"],
            apiGroups: [""],
            resources: ["pods/attach", "pods/exec", "pods/portforward", "pods/proxy", "secrets", "services/proxy"],
          },
          { verbs: ["impersonate"], apiGroups: [""], resources: ["serviceaccounts"] },
          {
            verbs: ["create", "delete", "deletecollection", "patch", "update"],
            apiGroups: [""],
            resources: ["pods", "pods/attach", "pods/exec", "pods/portforward", "pods/proxy"],
          },
          { verbs: ["create"], apiGroups: [""], resources: ["pods/eviction"] },
          {
            verbs: ["create", "delete", "deletecollection", "patch", "update"],
            apiGroups: [""],
            resources: [
              "configmaps",
              "persistentvolumeclaims",
              "replicationcontrollers",
              "replicationcontrollers/scale",
              "secrets",
              "serviceaccounts",
              "services",
              "services/proxy",
            ],
          },
          { verbs: ["create"], apiGroups: [""], resources: ["serviceaccounts/token"] },
          {
            verbs: ["create", "delete", "deletecollection", "patch", "update"],
            apiGroups: ["", "events.k8s.io"],
            resources: ["events"],
          },
          {
            verbs: ["create", "delete", "deletecollection", "patch", "update"],
            apiGroups: ["apps"],
            resources: [
              "daemonsets",
              "deployments",
              "deployments/rollback",
              "deployments/scale",
              "replicasets",
              "replicasets/scale",
              "statefulsets",
              "statefulsets/scale",
            ],
          },
          {
            verbs: ["create", "delete", "deletecollection", "patch", "update"],
            apiGroups: ["autoscaling"],
            resources: ["horizontalpodautoscalers"],
          },
          {
            verbs: ["create", "delete", "deletecollection", "patch", "update"],
            apiGroups: ["batch"],
            resources: ["cronjobs", "jobs"],
          },
          {
            verbs: ["create", "delete", "deletecollection", "patch", "update"],
            apiGroups: ["extensions"],
            resources: [
              "daemonsets",
              "deployments",
              "deployments/rollback",
              "deployments/scale",
              "ingresses",
              "networkpolicies",
              "replicasets",
              "replicasets/scale",
              "replicationcontrollers/scale",
            ],
          },
          {
            verbs: ["create", "delete", "deletecollection", "patch", "update"],
            apiGroups: ["policy"],
            resources: ["poddisruptionbudgets"],
          },
          {
            verbs: ["create", "delete", "deletecollection", "patch", "update"],
            apiGroups: ["networking.k8s.io"],
            resources: ["ingresses", "networkpolicies"],
          },
          {
            verbs: ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"],
            apiGroups: ["coordination.k8s.io"],
            resources: ["leases"],
          },
          {
            verbs: ["create", "delete", "deletecollection", "patch", "update"],
            apiGroups: ["resource.k8s.io"],
            resources: ["resourceclaims", "resourceclaimtemplates"],
          },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:aggregate-to-view",
          labels: {
            "kubernetes.io/bootstrapping": "rbac-defaults",
            "rbac.authorization.k8s.io/aggregate-to-view": "true",
          },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          {
            verbs: ["get", "list", "watch"],
            apiGroups: [""],
            resources: [
              "configmaps",
              "endpoints",
              "persistentvolumeclaims",
              "persistentvolumeclaims/status",
              "pods",
              "replicationcontrollers",
              "replicationcontrollers/scale",
              "serviceaccounts",
              "services",
              "services/status",
            ],
          },
          {
            verbs: ["get", "list", "watch"],
            apiGroups: [""],
            resources: [
              "bindings",
              "limitranges",
              "namespaces/status",
              "pods/log",
              "pods/status",
              "replicationcontrollers/status",
              "resourcequotas",
              "resourcequotas/status",
            ],
          },
          { verbs: ["get", "list", "watch"], apiGroups: [""], resources: ["namespaces"] },
          { verbs: ["get", "list", "watch"], apiGroups: ["", "events.k8s.io"], resources: ["events"] },
          { verbs: ["get", "list", "watch"], apiGroups: ["discovery.k8s.io"], resources: ["endpointslices"] },
          {
            verbs: ["get", "list", "watch"],
            apiGroups: ["apps"],
            resources: [
              "controllerrevisions",
              "daemonsets",
              "daemonsets/status",
              "deployments",
              "deployments/scale",
              "deployments/status",
              "replicasets",
              "replicasets/scale",
              "replicasets/status",
              "statefulsets",
              "statefulsets/scale",
              "statefulsets/status",
            ],
          },
          {
            verbs: ["get", "list", "watch"],
            apiGroups: ["autoscaling"],
            resources: ["horizontalpodautoscalers", "horizontalpodautoscalers/status"],
          },
          {
            verbs: ["get", "list", "watch"],
            apiGroups: ["batch"],
            resources: ["cronjobs", "cronjobs/status", "jobs", "jobs/status"],
          },
          {
            verbs: ["get", "list", "watch"],
            apiGroups: ["extensions"],
            resources: [
              "daemonsets",
              "daemonsets/status",
              "deployments",
              "deployments/scale",
              "deployments/status",
              "ingresses",
              "ingresses/status",
              "networkpolicies",
              "replicasets",
              "replicasets/scale",
              "replicasets/status",
              "replicationcontrollers/scale",
            ],
          },
          {
            verbs: ["get", "list", "watch"],
            apiGroups: ["policy"],
            resources: ["poddisruptionbudgets", "poddisruptionbudgets/status"],
          },
          {
            verbs: ["get", "list", "watch"],
            apiGroups: ["networking.k8s.io"],
            resources: ["ingresses", "ingresses/status", "networkpolicies"],
          },
          {
            verbs: ["get", "list", "watch"],
            apiGroups: ["resource.k8s.io"],
            resources: ["resourceclaims", "resourceclaims/status", "resourceclaimtemplates"],
          },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:auth-delegator",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          { verbs: ["create"], apiGroups: ["authentication.k8s.io"], resources: ["tokenreviews"] },
          { verbs: ["create"], apiGroups: ["authorization.k8s.io"], resources: ["subjectaccessreviews"] },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:basic-user",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          {
            verbs: ["create"],
            apiGroups: ["authorization.k8s.io"],
            resources: ["selfsubjectaccessreviews", "selfsubjectrulesreviews"],
          },
          { verbs: ["create"], apiGroups: ["authentication.k8s.io"], resources: ["selfsubjectreviews"] },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:certificates.k8s.io:certificatesigningrequests:nodeclient",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          {
            verbs: ["create"],
            apiGroups: ["certificates.k8s.io"],
            resources: ["certificatesigningrequests/nodeclient"],
          },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:certificates.k8s.io:certificatesigningrequests:selfnodeclient",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          {
            verbs: ["create"],
            apiGroups: ["certificates.k8s.io"],
            resources: ["certificatesigningrequests/selfnodeclient"],
          },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:certificates.k8s.io:kube-apiserver-client-approver",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          {
            verbs: ["approve"],
            apiGroups: ["certificates.k8s.io"],
            resources: ["signers"],
            resourceNames: ["kubernetes.io/kube-apiserver-client"],
          },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:certificates.k8s.io:kube-apiserver-client-kubelet-approver",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          {
            verbs: ["approve"],
            apiGroups: ["certificates.k8s.io"],
            resources: ["signers"],
            resourceNames: ["kubernetes.io/kube-apiserver-client-kubelet"],
          },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:certificates.k8s.io:kubelet-serving-approver",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          {
            verbs: ["approve"],
            apiGroups: ["certificates.k8s.io"],
            resources: ["signers"],
            resourceNames: ["kubernetes.io/kubelet-serving"],
          },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:certificates.k8s.io:legacy-unknown-approver",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          {
            verbs: ["approve"],
            apiGroups: ["certificates.k8s.io"],
            resources: ["signers"],
            resourceNames: ["kubernetes.io/legacy-unknown"],
          },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:controller:attachdetach-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          { verbs: ["list", "watch"], apiGroups: [""], resources: ["persistentvolumeclaims", "persistentvolumes"] },
          { verbs: ["get", "list", "watch"], apiGroups: [""], resources: ["nodes"] },
          { verbs: ["patch", "update"], apiGroups: [""], resources: ["nodes/status"] },
          { verbs: ["list", "watch"], apiGroups: [""], resources: ["pods"] },
          { verbs: ["create", "patch", "update"], apiGroups: ["", "events.k8s.io"], resources: ["events"] },
          {
            verbs: ["create", "delete", "get", "list", "watch"],
            apiGroups: ["storage.k8s.io"],
            resources: ["volumeattachments"],
          },
          { verbs: ["get", "list", "watch"], apiGroups: ["storage.k8s.io"], resources: ["csidrivers"] },
          { verbs: ["get", "list", "watch"], apiGroups: ["storage.k8s.io"], resources: ["csinodes"] },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:controller:certificate-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          {
            verbs: ["delete", "get", "list", "watch"],
            apiGroups: ["certificates.k8s.io"],
            resources: ["certificatesigningrequests"],
          },
          {
            verbs: ["update"],
            apiGroups: ["certificates.k8s.io"],
            resources: ["certificatesigningrequests/approval", "certificatesigningrequests/status"],
          },
          {
            verbs: ["approve"],
            apiGroups: ["certificates.k8s.io"],
            resources: ["signers"],
            resourceNames: ["kubernetes.io/kube-apiserver-client-kubelet"],
          },
          {
            verbs: ["sign"],
            apiGroups: ["certificates.k8s.io"],
            resources: ["signers"],
            resourceNames: [
              "kubernetes.io/kube-apiserver-client",
              "kubernetes.io/kube-apiserver-client-kubelet",
              "kubernetes.io/kubelet-serving",
              "kubernetes.io/legacy-unknown",
            ],
          },
          { verbs: ["create"], apiGroups: ["authorization.k8s.io"], resources: ["subjectaccessreviews"] },
          { verbs: ["create", "patch", "update"], apiGroups: ["", "events.k8s.io"], resources: ["events"] },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:controller:clusterrole-aggregation-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          {
            verbs: ["escalate", "get", "list", "patch", "update", "watch"],
            apiGroups: ["rbac.authorization.k8s.io"],
            resources: ["clusterroles"],
          },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:controller:cronjob-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          { verbs: ["get", "list", "update", "watch"], apiGroups: ["batch"], resources: ["cronjobs"] },
          {
            verbs: ["create", "delete", "get", "list", "patch", "update", "watch"],
            apiGroups: ["batch"],
            resources: ["jobs"],
          },
          { verbs: ["update"], apiGroups: ["batch"], resources: ["cronjobs/status"] },
          { verbs: ["update"], apiGroups: ["batch"], resources: ["cronjobs/finalizers"] },
          { verbs: ["delete", "list", "watch"], apiGroups: [""], resources: ["pods"] },
          { verbs: ["create", "patch", "update"], apiGroups: ["", "events.k8s.io"], resources: ["events"] },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:controller:daemon-set-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          { verbs: ["get", "list", "watch"], apiGroups: ["apps", "extensions"], resources: ["daemonsets"] },
          { verbs: ["update"], apiGroups: ["apps", "extensions"], resources: ["daemonsets/status"] },
          { verbs: ["update"], apiGroups: ["apps", "extensions"], resources: ["daemonsets/finalizers"] },
          { verbs: ["list", "watch"], apiGroups: [""], resources: ["nodes"] },
          { verbs: ["create", "delete", "list", "patch", "watch"], apiGroups: [""], resources: ["pods"] },
          { verbs: ["create"], apiGroups: [""], resources: ["pods/binding"] },
          {
            verbs: ["create", "delete", "get", "list", "patch", "update", "watch"],
            apiGroups: ["apps"],
            resources: ["controllerrevisions"],
          },
          { verbs: ["create", "patch", "update"], apiGroups: ["", "events.k8s.io"], resources: ["events"] },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:controller:deployment-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          { verbs: ["get", "list", "update", "watch"], apiGroups: ["apps", "extensions"], resources: ["deployments"] },
          { verbs: ["update"], apiGroups: ["apps", "extensions"], resources: ["deployments/status"] },
          { verbs: ["update"], apiGroups: ["apps", "extensions"], resources: ["deployments/finalizers"] },
          {
            verbs: ["create", "delete", "get", "list", "patch", "update", "watch"],
            apiGroups: ["apps", "extensions"],
            resources: ["replicasets"],
          },
          { verbs: ["get", "list", "update", "watch"], apiGroups: [""], resources: ["pods"] },
          { verbs: ["create", "patch", "update"], apiGroups: ["", "events.k8s.io"], resources: ["events"] },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:controller:device-taint-eviction-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          { verbs: ["delete", "get", "list", "watch"], apiGroups: [""], resources: ["pods"] },
          { verbs: ["patch", "update"], apiGroups: [""], resources: ["pods/status"] },
          { verbs: ["get", "list", "watch"], apiGroups: ["resource.k8s.io"], resources: ["resourceclaims"] },
          { verbs: ["get", "list", "watch"], apiGroups: ["resource.k8s.io"], resources: ["resourceslices"] },
          { verbs: ["get", "list", "watch"], apiGroups: ["resource.k8s.io"], resources: ["deviceclasses"] },
          { verbs: ["create", "patch", "update"], apiGroups: ["", "events.k8s.io"], resources: ["events"] },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:controller:disruption-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          { verbs: ["get", "list", "watch"], apiGroups: ["apps", "extensions"], resources: ["deployments"] },
          { verbs: ["get", "list", "watch"], apiGroups: ["apps", "extensions"], resources: ["replicasets"] },
          { verbs: ["get", "list", "watch"], apiGroups: [""], resources: ["replicationcontrollers"] },
          { verbs: ["get", "list", "watch"], apiGroups: ["policy"], resources: ["poddisruptionbudgets"] },
          { verbs: ["get", "list", "watch"], apiGroups: ["apps"], resources: ["statefulsets"] },
          { verbs: ["update"], apiGroups: ["policy"], resources: ["poddisruptionbudgets/status"] },
          { verbs: ["patch", "update"], apiGroups: [""], resources: ["pods/status"] },
          { verbs: ["get"], apiGroups: ["*"], resources: ["*/scale"] },
          { verbs: ["create", "patch", "update"], apiGroups: ["", "events.k8s.io"], resources: ["events"] },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:controller:endpoint-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          { verbs: ["get", "list", "watch"], apiGroups: [""], resources: ["pods", "services"] },
          { verbs: ["create", "delete", "get", "list", "update", "watch"], apiGroups: [""], resources: ["endpoints"] },
          { verbs: ["create"], apiGroups: [""], resources: ["endpoints/restricted"] },
          { verbs: ["create", "patch", "update"], apiGroups: ["", "events.k8s.io"], resources: ["events"] },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:controller:endpointslice-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          { verbs: ["get", "list", "watch"], apiGroups: [""], resources: ["nodes", "pods", "services"] },
          { verbs: ["update"], apiGroups: [""], resources: ["services/finalizers"] },
          {
            verbs: ["create", "delete", "get", "list", "update", "watch"],
            apiGroups: ["discovery.k8s.io"],
            resources: ["endpointslices"],
          },
          { verbs: ["create", "patch", "update"], apiGroups: ["", "events.k8s.io"], resources: ["events"] },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:controller:endpointslicemirroring-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          { verbs: ["get", "list", "watch"], apiGroups: [""], resources: ["endpoints", "services"] },
          { verbs: ["update"], apiGroups: [""], resources: ["services/finalizers"] },
          { verbs: ["update"], apiGroups: [""], resources: ["endpoints/finalizers"] },
          {
            verbs: ["create", "delete", "get", "list", "update", "watch"],
            apiGroups: ["discovery.k8s.io"],
            resources: ["endpointslices"],
          },
          { verbs: ["create", "patch", "update"], apiGroups: ["", "events.k8s.io"], resources: ["events"] },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:controller:ephemeral-volume-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          { verbs: ["get", "list", "watch"], apiGroups: [""], resources: ["pods"] },
          { verbs: ["update"], apiGroups: [""], resources: ["pods/finalizers"] },
          { verbs: ["create", "get", "list", "watch"], apiGroups: [""], resources: ["persistentvolumeclaims"] },
          { verbs: ["create", "patch", "update"], apiGroups: ["", "events.k8s.io"], resources: ["events"] },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:controller:expand-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          { verbs: ["get", "list", "patch", "update", "watch"], apiGroups: [""], resources: ["persistentvolumes"] },
          { verbs: ["patch", "update"], apiGroups: [""], resources: ["persistentvolumeclaims/status"] },
          { verbs: ["get", "list", "watch"], apiGroups: [""], resources: ["persistentvolumeclaims"] },
          { verbs: ["create", "patch", "update"], apiGroups: ["", "events.k8s.io"], resources: ["events"] },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:controller:generic-garbage-collector",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          { verbs: ["delete", "get", "list", "patch", "update", "watch"], apiGroups: ["*"], resources: ["*"] },
          { verbs: ["create", "patch", "update"], apiGroups: ["", "events.k8s.io"], resources: ["events"] },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:controller:horizontal-pod-autoscaler",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          { verbs: ["get", "list", "watch"], apiGroups: ["autoscaling"], resources: ["horizontalpodautoscalers"] },
          { verbs: ["update"], apiGroups: ["autoscaling"], resources: ["horizontalpodautoscalers/status"] },
          { verbs: ["get", "update"], apiGroups: ["*"], resources: ["*/scale"] },
          { verbs: ["list", "watch"], apiGroups: [""], resources: ["pods"] },
          { verbs: ["list", "watch"], apiGroups: ["metrics.k8s.io"], resources: ["pods"] },
          { verbs: ["get", "list", "watch"], apiGroups: ["custom.metrics.k8s.io"], resources: ["*"] },
          { verbs: ["get", "list", "watch"], apiGroups: ["external.metrics.k8s.io"], resources: ["*"] },
          { verbs: ["create", "patch", "update"], apiGroups: ["", "events.k8s.io"], resources: ["events"] },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:controller:job-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          { verbs: ["get", "list", "patch", "update", "watch"], apiGroups: ["batch"], resources: ["jobs"] },
          { verbs: ["update"], apiGroups: ["batch"], resources: ["jobs/status"] },
          { verbs: ["update"], apiGroups: ["batch"], resources: ["jobs/finalizers"] },
          { verbs: ["create", "delete", "list", "patch", "watch"], apiGroups: [""], resources: ["pods"] },
          { verbs: ["create", "patch", "update"], apiGroups: ["", "events.k8s.io"], resources: ["events"] },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:controller:legacy-service-account-token-cleaner",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          {
            verbs: ["get"],
            apiGroups: [""],
            resources: ["configmaps"],
            resourceNames: ["kube-apiserver-legacy-service-account-token-tracking"],
          },
          { verbs: ["delete", "patch"], apiGroups: [""], resources: ["secrets"] },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:controller:namespace-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          { verbs: ["delete", "get", "list", "watch"], apiGroups: [""], resources: ["namespaces"] },
          { verbs: ["update"], apiGroups: [""], resources: ["namespaces/finalize", "namespaces/status"] },
          { verbs: ["delete", "deletecollection", "get", "list", "watch"], apiGroups: ["*"], resources: ["*"] },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:controller:node-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          { verbs: ["delete", "get", "list", "patch", "update", "watch"], apiGroups: [""], resources: ["nodes"] },
          { verbs: ["patch", "update"], apiGroups: [""], resources: ["nodes/status"] },
          { verbs: ["patch", "update"], apiGroups: [""], resources: ["pods/status"] },
          { verbs: ["delete", "get", "list", "watch"], apiGroups: [""], resources: ["pods"] },
          { verbs: ["create", "patch", "update"], apiGroups: ["", "events.k8s.io"], resources: ["events"] },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:controller:persistent-volume-binder",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          {
            verbs: ["create", "delete", "get", "list", "update", "watch"],
            apiGroups: [""],
            resources: ["persistentvolumes"],
          },
          { verbs: ["update"], apiGroups: [""], resources: ["persistentvolumes/status"] },
          { verbs: ["get", "list", "update", "watch"], apiGroups: [""], resources: ["persistentvolumeclaims"] },
          { verbs: ["update"], apiGroups: [""], resources: ["persistentvolumeclaims/status"] },
          { verbs: ["create", "delete", "get", "list", "watch"], apiGroups: [""], resources: ["pods"] },
          { verbs: ["get", "list", "watch"], apiGroups: ["storage.k8s.io"], resources: ["storageclasses"] },
          { verbs: ["list", "watch"], apiGroups: [""], resources: ["nodes"] },
          { verbs: ["create", "patch", "update"], apiGroups: ["", "events.k8s.io"], resources: ["events"] },
          { verbs: ["watch"], apiGroups: [""], resources: ["events"] },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:controller:pod-garbage-collector",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          { verbs: ["delete", "list", "watch"], apiGroups: [""], resources: ["pods"] },
          { verbs: ["get", "list", "watch"], apiGroups: [""], resources: ["nodes"] },
          { verbs: ["patch"], apiGroups: [""], resources: ["pods/status"] },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:controller:pv-protection-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          { verbs: ["get", "list", "update", "watch"], apiGroups: [""], resources: ["persistentvolumes"] },
          { verbs: ["create", "patch", "update"], apiGroups: ["", "events.k8s.io"], resources: ["events"] },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:controller:pvc-protection-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          { verbs: ["get", "list", "update", "watch"], apiGroups: [""], resources: ["persistentvolumeclaims"] },
          { verbs: ["update"], apiGroups: [""], resources: ["persistentvolumeclaims/status"] },
          { verbs: ["get", "list", "watch"], apiGroups: [""], resources: ["pods"] },
          { verbs: ["create", "patch", "update"], apiGroups: ["", "events.k8s.io"], resources: ["events"] },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:controller:replicaset-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          { verbs: ["get", "list", "update", "watch"], apiGroups: ["apps", "extensions"], resources: ["replicasets"] },
          { verbs: ["update"], apiGroups: ["apps", "extensions"], resources: ["replicasets/status"] },
          { verbs: ["update"], apiGroups: ["apps", "extensions"], resources: ["replicasets/finalizers"] },
          { verbs: ["create", "delete", "list", "patch", "watch"], apiGroups: [""], resources: ["pods"] },
          { verbs: ["create", "patch", "update"], apiGroups: ["", "events.k8s.io"], resources: ["events"] },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:controller:replication-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          { verbs: ["get", "list", "update", "watch"], apiGroups: [""], resources: ["replicationcontrollers"] },
          { verbs: ["update"], apiGroups: [""], resources: ["replicationcontrollers/status"] },
          { verbs: ["update"], apiGroups: [""], resources: ["replicationcontrollers/finalizers"] },
          { verbs: ["create", "delete", "list", "patch", "watch"], apiGroups: [""], resources: ["pods"] },
          { verbs: ["create", "patch", "update"], apiGroups: ["", "events.k8s.io"], resources: ["events"] },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:controller:resource-claim-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          { verbs: ["get", "list", "watch"], apiGroups: [""], resources: ["pods"] },
          { verbs: ["update"], apiGroups: [""], resources: ["pods/finalizers"] },
          {
            verbs: ["create", "delete", "get", "list", "watch"],
            apiGroups: ["resource.k8s.io"],
            resources: ["resourceclaims"],
          },
          {
            verbs: ["patch", "update"],
            apiGroups: ["resource.k8s.io"],
            resources: ["resourceclaims", "resourceclaims/status"],
          },
          { verbs: ["patch", "update"], apiGroups: [""], resources: ["pods/status"] },
          { verbs: ["create", "patch", "update"], apiGroups: ["", "events.k8s.io"], resources: ["events"] },
          { verbs: ["patch", "update"], apiGroups: ["resource.k8s.io"], resources: ["resourceclaims/binding"] },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:controller:resourcequota-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          { verbs: ["list", "watch"], apiGroups: ["*"], resources: ["*"] },
          { verbs: ["update"], apiGroups: [""], resources: ["resourcequotas/status"] },
          { verbs: ["create", "patch", "update"], apiGroups: ["", "events.k8s.io"], resources: ["events"] },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:controller:root-ca-cert-publisher",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          { verbs: ["create", "update"], apiGroups: [""], resources: ["configmaps"] },
          { verbs: ["create", "patch", "update"], apiGroups: ["", "events.k8s.io"], resources: ["events"] },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:controller:route-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          { verbs: ["list", "watch"], apiGroups: [""], resources: ["nodes"] },
          { verbs: ["patch"], apiGroups: [""], resources: ["nodes/status"] },
          { verbs: ["create", "patch", "update"], apiGroups: ["", "events.k8s.io"], resources: ["events"] },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:controller:selinux-warning-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          { verbs: ["create", "patch", "update"], apiGroups: ["", "events.k8s.io"], resources: ["events"] },
          { verbs: ["get", "list", "watch"], apiGroups: [""], resources: ["persistentvolumes"] },
          { verbs: ["get", "list", "watch"], apiGroups: [""], resources: ["persistentvolumeclaims"] },
          { verbs: ["get", "list", "watch"], apiGroups: [""], resources: ["pods"] },
          { verbs: ["get", "list", "watch"], apiGroups: ["storage.k8s.io"], resources: ["csidrivers"] },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:controller:service-account-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          { verbs: ["create"], apiGroups: [""], resources: ["serviceaccounts"] },
          { verbs: ["create", "patch", "update"], apiGroups: ["", "events.k8s.io"], resources: ["events"] },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:controller:service-cidrs-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          {
            verbs: ["get", "list", "patch", "update", "watch"],
            apiGroups: ["networking.k8s.io"],
            resources: ["servicecidrs"],
          },
          { verbs: ["patch", "update"], apiGroups: ["networking.k8s.io"], resources: ["servicecidrs/finalizers"] },
          { verbs: ["patch", "update"], apiGroups: ["networking.k8s.io"], resources: ["servicecidrs/status"] },
          { verbs: ["get", "list", "watch"], apiGroups: ["networking.k8s.io"], resources: ["ipaddresses"] },
          { verbs: ["create", "patch", "update"], apiGroups: ["", "events.k8s.io"], resources: ["events"] },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:controller:service-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          { verbs: ["get", "list", "watch"], apiGroups: [""], resources: ["services"] },
          { verbs: ["patch", "update"], apiGroups: [""], resources: ["services/status"] },
          { verbs: ["list", "watch"], apiGroups: [""], resources: ["nodes"] },
          { verbs: ["create", "patch", "update"], apiGroups: ["", "events.k8s.io"], resources: ["events"] },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:controller:statefulset-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          { verbs: ["list", "watch"], apiGroups: [""], resources: ["pods"] },
          { verbs: ["get", "list", "watch"], apiGroups: ["apps"], resources: ["statefulsets"] },
          { verbs: ["update"], apiGroups: ["apps"], resources: ["statefulsets/status"] },
          { verbs: ["update"], apiGroups: ["apps"], resources: ["statefulsets/finalizers"] },
          { verbs: ["create", "delete", "get", "patch", "update"], apiGroups: [""], resources: ["pods"] },
          {
            verbs: ["create", "delete", "get", "list", "patch", "update", "watch"],
            apiGroups: ["apps"],
            resources: ["controllerrevisions"],
          },
          { verbs: ["create", "get", "list", "watch"], apiGroups: [""], resources: ["persistentvolumeclaims"] },
          { verbs: ["delete", "update"], apiGroups: [""], resources: ["persistentvolumeclaims"] },
          { verbs: ["update"], apiGroups: [""], resources: ["pods/finalizers"] },
          { verbs: ["create", "patch", "update"], apiGroups: ["", "events.k8s.io"], resources: ["events"] },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:controller:ttl-after-finished-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          { verbs: ["delete", "get", "list", "watch"], apiGroups: ["batch"], resources: ["jobs"] },
          { verbs: ["create", "patch", "update"], apiGroups: ["", "events.k8s.io"], resources: ["events"] },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:controller:ttl-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          { verbs: ["list", "patch", "update", "watch"], apiGroups: [""], resources: ["nodes"] },
          { verbs: ["create", "patch", "update"], apiGroups: ["", "events.k8s.io"], resources: ["events"] },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:controller:validatingadmissionpolicy-status-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          {
            verbs: ["get", "list", "watch"],
            apiGroups: ["admissionregistration.k8s.io"],
            resources: ["validatingadmissionpolicies"],
          },
          {
            verbs: ["get", "patch", "update"],
            apiGroups: ["admissionregistration.k8s.io"],
            resources: ["validatingadmissionpolicies/status"],
          },
          { verbs: ["create", "patch", "update"], apiGroups: ["", "events.k8s.io"], resources: ["events"] },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:controller:volumeattributesclass-protection-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          { verbs: ["get", "list", "watch"], apiGroups: [""], resources: ["persistentvolumeclaims"] },
          { verbs: ["get", "list", "watch"], apiGroups: [""], resources: ["persistentvolumes"] },
          {
            verbs: ["get", "list", "update", "watch"],
            apiGroups: ["storage.k8s.io"],
            resources: ["volumeattributesclasses"],
          },
          { verbs: ["create", "patch", "update"], apiGroups: ["", "events.k8s.io"], resources: ["events"] },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:discovery",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          {
            verbs: ["get"],
            nonResourceURLs: [
              "/api",
              "/api/*",
              "/apis",
              "/apis/*",
              "/healthz",
              "/livez",
              "/openapi",
              "/openapi/*",
              "/readyz",
              "/version",
              "/version/",
            ],
          },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:heapster",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          { verbs: ["get", "list", "watch"], apiGroups: [""], resources: ["events", "namespaces", "nodes", "pods"] },
          { verbs: ["get", "list", "watch"], apiGroups: ["extensions"], resources: ["deployments"] },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:kube-aggregator",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [{ verbs: ["get", "list", "watch"], apiGroups: [""], resources: ["endpoints", "services"] }],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:kube-controller-manager",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          { verbs: ["create", "patch", "update"], apiGroups: ["", "events.k8s.io"], resources: ["events"] },
          { verbs: ["create"], apiGroups: ["coordination.k8s.io"], resources: ["leases"] },
          {
            verbs: ["get", "update"],
            apiGroups: ["coordination.k8s.io"],
            resources: ["leases"],
            resourceNames: ["kube-controller-manager"],
          },
          { verbs: ["create"], apiGroups: [""], resources: ["secrets", "serviceaccounts"] },
          { verbs: ["delete"], apiGroups: [""], resources: ["secrets"] },
          { verbs: ["get"], apiGroups: [""], resources: ["configmaps", "namespaces", "secrets", "serviceaccounts"] },
          { verbs: ["update"], apiGroups: [""], resources: ["secrets", "serviceaccounts"] },
          { verbs: ["create"], apiGroups: ["authentication.k8s.io"], resources: ["tokenreviews"] },
          { verbs: ["create"], apiGroups: ["authorization.k8s.io"], resources: ["subjectaccessreviews"] },
          { verbs: ["list", "watch"], apiGroups: ["*"], resources: ["*"] },
          { verbs: ["create"], apiGroups: [""], resources: ["serviceaccounts/token"] },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:kube-dns",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [{ verbs: ["list", "watch"], apiGroups: [""], resources: ["endpoints", "services"] }],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:kube-scheduler",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          { verbs: ["create", "patch", "update"], apiGroups: ["", "events.k8s.io"], resources: ["events"] },
          { verbs: ["create"], apiGroups: ["coordination.k8s.io"], resources: ["leases"] },
          {
            verbs: ["get", "list", "update", "watch"],
            apiGroups: ["coordination.k8s.io"],
            resources: ["leases"],
            resourceNames: ["kube-scheduler"],
          },
          {
            verbs: ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"],
            apiGroups: ["coordination.k8s.io"],
            resources: ["leasecandidates"],
          },
          { verbs: ["get", "list", "watch"], apiGroups: [""], resources: ["nodes"] },
          { verbs: ["delete", "get", "list", "watch"], apiGroups: [""], resources: ["pods"] },
          { verbs: ["create"], apiGroups: [""], resources: ["bindings", "pods/binding"] },
          { verbs: ["patch", "update"], apiGroups: [""], resources: ["pods/status"] },
          { verbs: ["get", "list", "watch"], apiGroups: [""], resources: ["replicationcontrollers", "services"] },
          { verbs: ["get", "list", "watch"], apiGroups: ["apps", "extensions"], resources: ["replicasets"] },
          { verbs: ["get", "list", "watch"], apiGroups: ["apps"], resources: ["statefulsets"] },
          { verbs: ["get", "list", "watch"], apiGroups: ["policy"], resources: ["poddisruptionbudgets"] },
          {
            verbs: ["get", "list", "watch"],
            apiGroups: [""],
            resources: ["persistentvolumeclaims", "persistentvolumes"],
          },
          { verbs: ["create"], apiGroups: ["authentication.k8s.io"], resources: ["tokenreviews"] },
          { verbs: ["create"], apiGroups: ["authorization.k8s.io"], resources: ["subjectaccessreviews"] },
          { verbs: ["get", "list", "watch"], apiGroups: ["storage.k8s.io"], resources: ["csinodes"] },
          { verbs: ["get", "list", "watch"], apiGroups: ["storage.k8s.io"], resources: ["volumeattachments"] },
          { verbs: ["get", "list", "watch"], apiGroups: [""], resources: ["namespaces"] },
          { verbs: ["get", "list", "watch"], apiGroups: ["storage.k8s.io"], resources: ["csidrivers"] },
          { verbs: ["get", "list", "watch"], apiGroups: ["storage.k8s.io"], resources: ["csistoragecapacities"] },
          { verbs: ["get", "list", "watch"], apiGroups: ["resource.k8s.io"], resources: ["deviceclasses"] },
          {
            verbs: ["get", "list", "patch", "update", "watch"],
            apiGroups: ["resource.k8s.io"],
            resources: ["resourceclaims"],
          },
          {
            verbs: ["get", "list", "patch", "update", "watch"],
            apiGroups: ["resource.k8s.io"],
            resources: ["resourceclaims/status"],
          },
          { verbs: ["update"], apiGroups: [""], resources: ["pods/finalizers"] },
          { verbs: ["get", "list", "watch"], apiGroups: ["resource.k8s.io"], resources: ["resourceslices"] },
          { verbs: ["create", "delete"], apiGroups: ["resource.k8s.io"], resources: ["resourceclaims"] },
          { verbs: ["patch", "update"], apiGroups: ["resource.k8s.io"], resources: ["resourceclaims/binding"] },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:kubelet-api-admin",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          { verbs: ["get", "list", "watch"], apiGroups: [""], resources: ["nodes"] },
          { verbs: ["proxy"], apiGroups: [""], resources: ["nodes"] },
          { verbs: ["*"], apiGroups: [""], resources: ["nodes/log", "nodes/metrics", "nodes/proxy", "nodes/stats"] },
          { verbs: ["*"], apiGroups: [""], resources: ["nodes/configz", "nodes/healthz", "nodes/pods"] },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:monitoring",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          {
            verbs: ["get"],
            nonResourceURLs: [
              "/flagz",
              "/healthz",
              "/healthz/*",
              "/livez",
              "/livez/*",
              "/metrics",
              "/metrics/slis",
              "/readyz",
              "/readyz/*",
              "/statusz",
            ],
          },
          { verbs: ["get"], apiGroups: [""], resources: ["nodes/metrics"] },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:node",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          { verbs: ["create"], apiGroups: ["authentication.k8s.io"], resources: ["tokenreviews"] },
          {
            verbs: ["create"],
            apiGroups: ["authorization.k8s.io"],
            resources: ["localsubjectaccessreviews", "subjectaccessreviews"],
          },
          { verbs: ["get", "list", "watch"], apiGroups: [""], resources: ["services"] },
          { verbs: ["create", "get", "list", "watch"], apiGroups: [""], resources: ["nodes"] },
          { verbs: ["patch", "update"], apiGroups: [""], resources: ["nodes/status"] },
          { verbs: ["patch", "update"], apiGroups: [""], resources: ["nodes"] },
          { verbs: ["create", "patch", "update"], apiGroups: ["", "events.k8s.io"], resources: ["events"] },
          { verbs: ["get", "list", "watch"], apiGroups: [""], resources: ["pods"] },
          { verbs: ["create", "delete"], apiGroups: [""], resources: ["pods"] },
          { verbs: ["patch", "update"], apiGroups: [""], resources: ["pods/status"] },
          { verbs: ["create"], apiGroups: [""], resources: ["pods/eviction"] },
          { verbs: ["get", "list", "watch"], apiGroups: [""], resources: ["configmaps", "secrets"] },
          { verbs: ["get"], apiGroups: [""], resources: ["persistentvolumeclaims", "persistentvolumes"] },
          { verbs: ["get"], apiGroups: [""], resources: ["endpoints"] },
          {
            verbs: ["create", "get", "list", "watch"],
            apiGroups: ["certificates.k8s.io"],
            resources: ["certificatesigningrequests"],
          },
          {
            verbs: ["create", "delete", "get", "patch", "update"],
            apiGroups: ["coordination.k8s.io"],
            resources: ["leases"],
          },
          { verbs: ["get"], apiGroups: ["storage.k8s.io"], resources: ["volumeattachments"] },
          { verbs: ["create"], apiGroups: [""], resources: ["serviceaccounts/token"] },
          { verbs: ["get", "patch", "update"], apiGroups: [""], resources: ["persistentvolumeclaims/status"] },
          { verbs: ["get", "list", "watch"], apiGroups: ["storage.k8s.io"], resources: ["csidrivers"] },
          {
            verbs: ["create", "delete", "get", "patch", "update"],
            apiGroups: ["storage.k8s.io"],
            resources: ["csinodes"],
          },
          { verbs: ["get", "list", "watch"], apiGroups: ["node.k8s.io"], resources: ["runtimeclasses"] },
          { verbs: ["get"], apiGroups: ["resource.k8s.io"], resources: ["resourceclaims"] },
          { verbs: ["deletecollection"], apiGroups: ["resource.k8s.io"], resources: ["resourceslices"] },
          { verbs: ["get"], apiGroups: [""], resources: ["serviceaccounts"] },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:node-bootstrapper",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          {
            verbs: ["create", "get", "list", "watch"],
            apiGroups: ["certificates.k8s.io"],
            resources: ["certificatesigningrequests"],
          },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:node-problem-detector",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          { verbs: ["get"], apiGroups: [""], resources: ["nodes"] },
          { verbs: ["patch"], apiGroups: [""], resources: ["nodes/status"] },
          { verbs: ["create", "patch", "update"], apiGroups: ["", "events.k8s.io"], resources: ["events"] },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:node-proxier",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          { verbs: ["list", "watch"], apiGroups: [""], resources: ["endpoints", "services"] },
          { verbs: ["get", "list", "watch"], apiGroups: [""], resources: ["nodes"] },
          { verbs: ["create", "patch", "update"], apiGroups: ["", "events.k8s.io"], resources: ["events"] },
          { verbs: ["list", "watch"], apiGroups: ["networking.k8s.io"], resources: ["servicecidrs"] },
          { verbs: ["list", "watch"], apiGroups: ["discovery.k8s.io"], resources: ["endpointslices"] },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:persistent-volume-provisioner",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          { verbs: ["create", "delete", "get", "list", "watch"], apiGroups: [""], resources: ["persistentvolumes"] },
          { verbs: ["get", "list", "update", "watch"], apiGroups: [""], resources: ["persistentvolumeclaims"] },
          { verbs: ["get", "list", "watch"], apiGroups: ["storage.k8s.io"], resources: ["storageclasses"] },
          { verbs: ["watch"], apiGroups: [""], resources: ["events"] },
          { verbs: ["create", "patch", "update"], apiGroups: ["", "events.k8s.io"], resources: ["events"] },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:public-info-viewer",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [{ verbs: ["get"], nonResourceURLs: ["/healthz", "/livez", "/readyz", "/version", "/version/"] }],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:service-account-issuer-discovery",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          {
            verbs: ["get"],
            nonResourceURLs: [
              "/.well-known/openid-configuration",
              "/.well-known/openid-configuration/",
              "/openid/v1/jwks",
              "/openid/v1/jwks/",
            ],
          },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "system:volume-scheduler",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          { verbs: ["get", "list", "patch", "update", "watch"], apiGroups: [""], resources: ["persistentvolumes"] },
          { verbs: ["get", "list", "watch"], apiGroups: ["storage.k8s.io"], resources: ["storageclasses"] },
          {
            verbs: ["get", "list", "patch", "update", "watch"],
            apiGroups: [""],
            resources: ["persistentvolumeclaims"],
          },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: {
          name: "view",
          labels: {
            "kubernetes.io/bootstrapping": "rbac-defaults",
            "rbac.authorization.k8s.io/aggregate-to-edit": "true",
          },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        aggregationRule: {
          clusterRoleSelectors: [{ matchLabels: { "rbac.authorization.k8s.io/aggregate-to-view": "true" } }],
        },
      },
    ],
  },
  {
    path: "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings",
    objects: [
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRoleBinding",
        metadata: {
          name: "cluster-admin",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        subjects: [{ kind: "Group", apiGroup: "rbac.authorization.k8s.io", name: "system:masters" }],
        roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "cluster-admin" },
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRoleBinding",
        metadata: {
          name: "system:basic-user",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        subjects: [{ kind: "Group", apiGroup: "rbac.authorization.k8s.io", name: "system:authenticated" }],
        roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "system:basic-user" },
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRoleBinding",
        metadata: {
          name: "system:controller:attachdetach-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        subjects: [{ kind: "ServiceAccount", name: "attachdetach-controller", namespace: "kube-system" }],
        roleRef: {
          apiGroup: "rbac.authorization.k8s.io",
          kind: "ClusterRole",
          name: "system:controller:attachdetach-controller",
        },
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRoleBinding",
        metadata: {
          name: "system:controller:certificate-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        subjects: [{ kind: "ServiceAccount", name: "certificate-controller", namespace: "kube-system" }],
        roleRef: {
          apiGroup: "rbac.authorization.k8s.io",
          kind: "ClusterRole",
          name: "system:controller:certificate-controller",
        },
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRoleBinding",
        metadata: {
          name: "system:controller:clusterrole-aggregation-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        subjects: [{ kind: "ServiceAccount", name: "clusterrole-aggregation-controller", namespace: "kube-system" }],
        roleRef: {
          apiGroup: "rbac.authorization.k8s.io",
          kind: "ClusterRole",
          name: "system:controller:clusterrole-aggregation-controller",
        },
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRoleBinding",
        metadata: {
          name: "system:controller:cronjob-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        subjects: [{ kind: "ServiceAccount", name: "cronjob-controller", namespace: "kube-system" }],
        roleRef: {
          apiGroup: "rbac.authorization.k8s.io",
          kind: "ClusterRole",
          name: "system:controller:cronjob-controller",
        },
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRoleBinding",
        metadata: {
          name: "system:controller:daemon-set-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        subjects: [{ kind: "ServiceAccount", name: "daemon-set-controller", namespace: "kube-system" }],
        roleRef: {
          apiGroup: "rbac.authorization.k8s.io",
          kind: "ClusterRole",
          name: "system:controller:daemon-set-controller",
        },
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRoleBinding",
        metadata: {
          name: "system:controller:deployment-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        subjects: [{ kind: "ServiceAccount", name: "deployment-controller", namespace: "kube-system" }],
        roleRef: {
          apiGroup: "rbac.authorization.k8s.io",
          kind: "ClusterRole",
          name: "system:controller:deployment-controller",
        },
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRoleBinding",
        metadata: {
          name: "system:controller:device-taint-eviction-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        subjects: [{ kind: "ServiceAccount", name: "device-taint-eviction-controller", namespace: "kube-system" }],
        roleRef: {
          apiGroup: "rbac.authorization.k8s.io",
          kind: "ClusterRole",
          name: "system:controller:device-taint-eviction-controller",
        },
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRoleBinding",
        metadata: {
          name: "system:controller:disruption-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        subjects: [{ kind: "ServiceAccount", name: "disruption-controller", namespace: "kube-system" }],
        roleRef: {
          apiGroup: "rbac.authorization.k8s.io",
          kind: "ClusterRole",
          name: "system:controller:disruption-controller",
        },
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRoleBinding",
        metadata: {
          name: "system:controller:endpoint-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        subjects: [{ kind: "ServiceAccount", name: "endpoint-controller", namespace: "kube-system" }],
        roleRef: {
          apiGroup: "rbac.authorization.k8s.io",
          kind: "ClusterRole",
          name: "system:controller:endpoint-controller",
        },
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRoleBinding",
        metadata: {
          name: "system:controller:endpointslice-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        subjects: [{ kind: "ServiceAccount", name: "endpointslice-controller", namespace: "kube-system" }],
        roleRef: {
          apiGroup: "rbac.authorization.k8s.io",
          kind: "ClusterRole",
          name: "system:controller:endpointslice-controller",
        },
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRoleBinding",
        metadata: {
          name: "system:controller:endpointslicemirroring-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        subjects: [{ kind: "ServiceAccount", name: "endpointslicemirroring-controller", namespace: "kube-system" }],
        roleRef: {
          apiGroup: "rbac.authorization.k8s.io",
          kind: "ClusterRole",
          name: "system:controller:endpointslicemirroring-controller",
        },
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRoleBinding",
        metadata: {
          name: "system:controller:ephemeral-volume-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        subjects: [{ kind: "ServiceAccount", name: "ephemeral-volume-controller", namespace: "kube-system" }],
        roleRef: {
          apiGroup: "rbac.authorization.k8s.io",
          kind: "ClusterRole",
          name: "system:controller:ephemeral-volume-controller",
        },
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRoleBinding",
        metadata: {
          name: "system:controller:expand-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        subjects: [{ kind: "ServiceAccount", name: "expand-controller", namespace: "kube-system" }],
        roleRef: {
          apiGroup: "rbac.authorization.k8s.io",
          kind: "ClusterRole",
          name: "system:controller:expand-controller",
        },
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRoleBinding",
        metadata: {
          name: "system:controller:generic-garbage-collector",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        subjects: [{ kind: "ServiceAccount", name: "generic-garbage-collector", namespace: "kube-system" }],
        roleRef: {
          apiGroup: "rbac.authorization.k8s.io",
          kind: "ClusterRole",
          name: "system:controller:generic-garbage-collector",
        },
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRoleBinding",
        metadata: {
          name: "system:controller:horizontal-pod-autoscaler",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        subjects: [{ kind: "ServiceAccount", name: "horizontal-pod-autoscaler", namespace: "kube-system" }],
        roleRef: {
          apiGroup: "rbac.authorization.k8s.io",
          kind: "ClusterRole",
          name: "system:controller:horizontal-pod-autoscaler",
        },
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRoleBinding",
        metadata: {
          name: "system:controller:job-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        subjects: [{ kind: "ServiceAccount", name: "job-controller", namespace: "kube-system" }],
        roleRef: {
          apiGroup: "rbac.authorization.k8s.io",
          kind: "ClusterRole",
          name: "system:controller:job-controller",
        },
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRoleBinding",
        metadata: {
          name: "system:controller:legacy-service-account-token-cleaner",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        subjects: [{ kind: "ServiceAccount", name: "legacy-service-account-token-cleaner", namespace: "kube-system" }],
        roleRef: {
          apiGroup: "rbac.authorization.k8s.io",
          kind: "ClusterRole",
          name: "system:controller:legacy-service-account-token-cleaner",
        },
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRoleBinding",
        metadata: {
          name: "system:controller:namespace-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        subjects: [{ kind: "ServiceAccount", name: "namespace-controller", namespace: "kube-system" }],
        roleRef: {
          apiGroup: "rbac.authorization.k8s.io",
          kind: "ClusterRole",
          name: "system:controller:namespace-controller",
        },
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRoleBinding",
        metadata: {
          name: "system:controller:node-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        subjects: [{ kind: "ServiceAccount", name: "node-controller", namespace: "kube-system" }],
        roleRef: {
          apiGroup: "rbac.authorization.k8s.io",
          kind: "ClusterRole",
          name: "system:controller:node-controller",
        },
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRoleBinding",
        metadata: {
          name: "system:controller:persistent-volume-binder",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        subjects: [{ kind: "ServiceAccount", name: "persistent-volume-binder", namespace: "kube-system" }],
        roleRef: {
          apiGroup: "rbac.authorization.k8s.io",
          kind: "ClusterRole",
          name: "system:controller:persistent-volume-binder",
        },
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRoleBinding",
        metadata: {
          name: "system:controller:pod-garbage-collector",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        subjects: [{ kind: "ServiceAccount", name: "pod-garbage-collector", namespace: "kube-system" }],
        roleRef: {
          apiGroup: "rbac.authorization.k8s.io",
          kind: "ClusterRole",
          name: "system:controller:pod-garbage-collector",
        },
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRoleBinding",
        metadata: {
          name: "system:controller:pv-protection-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        subjects: [{ kind: "ServiceAccount", name: "pv-protection-controller", namespace: "kube-system" }],
        roleRef: {
          apiGroup: "rbac.authorization.k8s.io",
          kind: "ClusterRole",
          name: "system:controller:pv-protection-controller",
        },
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRoleBinding",
        metadata: {
          name: "system:controller:pvc-protection-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        subjects: [{ kind: "ServiceAccount", name: "pvc-protection-controller", namespace: "kube-system" }],
        roleRef: {
          apiGroup: "rbac.authorization.k8s.io",
          kind: "ClusterRole",
          name: "system:controller:pvc-protection-controller",
        },
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRoleBinding",
        metadata: {
          name: "system:controller:replicaset-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        subjects: [{ kind: "ServiceAccount", name: "replicaset-controller", namespace: "kube-system" }],
        roleRef: {
          apiGroup: "rbac.authorization.k8s.io",
          kind: "ClusterRole",
          name: "system:controller:replicaset-controller",
        },
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRoleBinding",
        metadata: {
          name: "system:controller:replication-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        subjects: [{ kind: "ServiceAccount", name: "replication-controller", namespace: "kube-system" }],
        roleRef: {
          apiGroup: "rbac.authorization.k8s.io",
          kind: "ClusterRole",
          name: "system:controller:replication-controller",
        },
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRoleBinding",
        metadata: {
          name: "system:controller:resource-claim-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        subjects: [{ kind: "ServiceAccount", name: "resource-claim-controller", namespace: "kube-system" }],
        roleRef: {
          apiGroup: "rbac.authorization.k8s.io",
          kind: "ClusterRole",
          name: "system:controller:resource-claim-controller",
        },
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRoleBinding",
        metadata: {
          name: "system:controller:resourcequota-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        subjects: [{ kind: "ServiceAccount", name: "resourcequota-controller", namespace: "kube-system" }],
        roleRef: {
          apiGroup: "rbac.authorization.k8s.io",
          kind: "ClusterRole",
          name: "system:controller:resourcequota-controller",
        },
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRoleBinding",
        metadata: {
          name: "system:controller:root-ca-cert-publisher",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        subjects: [{ kind: "ServiceAccount", name: "root-ca-cert-publisher", namespace: "kube-system" }],
        roleRef: {
          apiGroup: "rbac.authorization.k8s.io",
          kind: "ClusterRole",
          name: "system:controller:root-ca-cert-publisher",
        },
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRoleBinding",
        metadata: {
          name: "system:controller:route-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        subjects: [{ kind: "ServiceAccount", name: "route-controller", namespace: "kube-system" }],
        roleRef: {
          apiGroup: "rbac.authorization.k8s.io",
          kind: "ClusterRole",
          name: "system:controller:route-controller",
        },
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRoleBinding",
        metadata: {
          name: "system:controller:selinux-warning-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        subjects: [{ kind: "ServiceAccount", name: "selinux-warning-controller", namespace: "kube-system" }],
        roleRef: {
          apiGroup: "rbac.authorization.k8s.io",
          kind: "ClusterRole",
          name: "system:controller:selinux-warning-controller",
        },
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRoleBinding",
        metadata: {
          name: "system:controller:service-account-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        subjects: [{ kind: "ServiceAccount", name: "service-account-controller", namespace: "kube-system" }],
        roleRef: {
          apiGroup: "rbac.authorization.k8s.io",
          kind: "ClusterRole",
          name: "system:controller:service-account-controller",
        },
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRoleBinding",
        metadata: {
          name: "system:controller:service-cidrs-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        subjects: [{ kind: "ServiceAccount", name: "service-cidrs-controller", namespace: "kube-system" }],
        roleRef: {
          apiGroup: "rbac.authorization.k8s.io",
          kind: "ClusterRole",
          name: "system:controller:service-cidrs-controller",
        },
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRoleBinding",
        metadata: {
          name: "system:controller:service-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        subjects: [{ kind: "ServiceAccount", name: "service-controller", namespace: "kube-system" }],
        roleRef: {
          apiGroup: "rbac.authorization.k8s.io",
          kind: "ClusterRole",
          name: "system:controller:service-controller",
        },
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRoleBinding",
        metadata: {
          name: "system:controller:statefulset-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        subjects: [{ kind: "ServiceAccount", name: "statefulset-controller", namespace: "kube-system" }],
        roleRef: {
          apiGroup: "rbac.authorization.k8s.io",
          kind: "ClusterRole",
          name: "system:controller:statefulset-controller",
        },
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRoleBinding",
        metadata: {
          name: "system:controller:ttl-after-finished-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        subjects: [{ kind: "ServiceAccount", name: "ttl-after-finished-controller", namespace: "kube-system" }],
        roleRef: {
          apiGroup: "rbac.authorization.k8s.io",
          kind: "ClusterRole",
          name: "system:controller:ttl-after-finished-controller",
        },
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRoleBinding",
        metadata: {
          name: "system:controller:ttl-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        subjects: [{ kind: "ServiceAccount", name: "ttl-controller", namespace: "kube-system" }],
        roleRef: {
          apiGroup: "rbac.authorization.k8s.io",
          kind: "ClusterRole",
          name: "system:controller:ttl-controller",
        },
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRoleBinding",
        metadata: {
          name: "system:controller:validatingadmissionpolicy-status-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        subjects: [
          { kind: "ServiceAccount", name: "validatingadmissionpolicy-status-controller", namespace: "kube-system" },
        ],
        roleRef: {
          apiGroup: "rbac.authorization.k8s.io",
          kind: "ClusterRole",
          name: "system:controller:validatingadmissionpolicy-status-controller",
        },
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRoleBinding",
        metadata: {
          name: "system:controller:volumeattributesclass-protection-controller",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        subjects: [
          { kind: "ServiceAccount", name: "volumeattributesclass-protection-controller", namespace: "kube-system" },
        ],
        roleRef: {
          apiGroup: "rbac.authorization.k8s.io",
          kind: "ClusterRole",
          name: "system:controller:volumeattributesclass-protection-controller",
        },
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRoleBinding",
        metadata: {
          name: "system:discovery",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        subjects: [{ kind: "Group", apiGroup: "rbac.authorization.k8s.io", name: "system:authenticated" }],
        roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "system:discovery" },
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRoleBinding",
        metadata: {
          name: "system:kube-controller-manager",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        subjects: [{ kind: "User", apiGroup: "rbac.authorization.k8s.io", name: "system:kube-controller-manager" }],
        roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "system:kube-controller-manager" },
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRoleBinding",
        metadata: {
          name: "system:kube-dns",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        subjects: [{ kind: "ServiceAccount", name: "kube-dns", namespace: "kube-system" }],
        roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "system:kube-dns" },
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRoleBinding",
        metadata: {
          name: "system:kube-scheduler",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        subjects: [{ kind: "User", apiGroup: "rbac.authorization.k8s.io", name: "system:kube-scheduler" }],
        roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "system:kube-scheduler" },
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRoleBinding",
        metadata: {
          name: "system:monitoring",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        subjects: [{ kind: "Group", apiGroup: "rbac.authorization.k8s.io", name: "system:monitoring" }],
        roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "system:monitoring" },
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRoleBinding",
        metadata: {
          name: "system:node",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "system:node" },
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRoleBinding",
        metadata: {
          name: "system:node-proxier",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        subjects: [{ kind: "User", apiGroup: "rbac.authorization.k8s.io", name: "system:kube-proxy" }],
        roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "system:node-proxier" },
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRoleBinding",
        metadata: {
          name: "system:public-info-viewer",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        subjects: [
          { kind: "Group", apiGroup: "rbac.authorization.k8s.io", name: "system:authenticated" },
          { kind: "Group", apiGroup: "rbac.authorization.k8s.io", name: "system:unauthenticated" },
        ],
        roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "system:public-info-viewer" },
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRoleBinding",
        metadata: {
          name: "system:service-account-issuer-discovery",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        subjects: [{ kind: "Group", apiGroup: "rbac.authorization.k8s.io", name: "system:serviceaccounts" }],
        roleRef: {
          apiGroup: "rbac.authorization.k8s.io",
          kind: "ClusterRole",
          name: "system:service-account-issuer-discovery",
        },
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRoleBinding",
        metadata: {
          name: "system:volume-scheduler",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        subjects: [{ kind: "User", apiGroup: "rbac.authorization.k8s.io", name: "system:kube-scheduler" }],
        roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "system:volume-scheduler" },
      },
    ],
  },
  {
    path: "/apis/rbac.authorization.k8s.io/v1/roles",
    objects: [
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "Role",
        metadata: {
          name: "system:controller:bootstrap-signer",
          namespace: "kube-public",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          { verbs: ["get", "list", "watch"], apiGroups: [""], resources: ["configmaps"] },
          { verbs: ["update"], apiGroups: [""], resources: ["configmaps"], resourceNames: ["cluster-info"] },
          { verbs: ["create", "patch", "update"], apiGroups: ["", "events.k8s.io"], resources: ["events"] },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "Role",
        metadata: {
          name: "extension-apiserver-authentication-reader",
          namespace: "kube-system",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          {
            verbs: ["get", "list", "watch"],
            apiGroups: [""],
            resources: ["configmaps"],
            resourceNames: ["extension-apiserver-authentication"],
          },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "Role",
        metadata: {
          name: "system::leader-locking-kube-controller-manager",
          namespace: "kube-system",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          {
            verbs: ["create", "get", "list", "update", "watch"],
            apiGroups: ["coordination.k8s.io"],
            resources: ["leases"],
          },
          {
            verbs: ["create", "get", "list", "update", "watch"],
            apiGroups: ["coordination.k8s.io"],
            resources: ["leasecandidates"],
          },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "Role",
        metadata: {
          name: "system::leader-locking-kube-scheduler",
          namespace: "kube-system",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          {
            verbs: ["create", "get", "list", "update", "watch"],
            apiGroups: ["coordination.k8s.io"],
            resources: ["leases"],
          },
          {
            verbs: ["create", "get", "list", "update", "watch"],
            apiGroups: ["coordination.k8s.io"],
            resources: ["leasecandidates"],
          },
        ],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "Role",
        metadata: {
          name: "system:controller:bootstrap-signer",
          namespace: "kube-system",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [{ verbs: ["get", "list", "watch"], apiGroups: [""], resources: ["secrets"] }],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "Role",
        metadata: {
          name: "system:controller:cloud-provider",
          namespace: "kube-system",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [{ verbs: ["create", "get", "list", "watch"], apiGroups: [""], resources: ["configmaps"] }],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "Role",
        metadata: {
          name: "system:controller:token-cleaner",
          namespace: "kube-system",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        rules: [
          { verbs: ["delete", "get", "list", "watch"], apiGroups: [""], resources: ["secrets"] },
          { verbs: ["create", "patch", "update"], apiGroups: ["", "events.k8s.io"], resources: ["events"] },
        ],
      },
    ],
  },
  {
    path: "/apis/rbac.authorization.k8s.io/v1/rolebindings",
    objects: [
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "RoleBinding",
        metadata: {
          name: "system:controller:bootstrap-signer",
          namespace: "kube-public",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        subjects: [{ kind: "ServiceAccount", name: "bootstrap-signer", namespace: "kube-system" }],
        roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "system:controller:bootstrap-signer" },
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "RoleBinding",
        metadata: {
          name: "system::extension-apiserver-authentication-reader",
          namespace: "kube-system",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        subjects: [
          { kind: "User", apiGroup: "rbac.authorization.k8s.io", name: "system:kube-controller-manager" },
          { kind: "User", apiGroup: "rbac.authorization.k8s.io", name: "system:kube-scheduler" },
        ],
        roleRef: {
          apiGroup: "rbac.authorization.k8s.io",
          kind: "Role",
          name: "extension-apiserver-authentication-reader",
        },
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "RoleBinding",
        metadata: {
          name: "system::leader-locking-kube-controller-manager",
          namespace: "kube-system",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        subjects: [
          { kind: "User", apiGroup: "rbac.authorization.k8s.io", name: "system:kube-controller-manager" },
          { kind: "ServiceAccount", name: "kube-controller-manager", namespace: "kube-system" },
          { kind: "ServiceAccount", name: "leader-election-controller", namespace: "kube-system" },
        ],
        roleRef: {
          apiGroup: "rbac.authorization.k8s.io",
          kind: "Role",
          name: "system::leader-locking-kube-controller-manager",
        },
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "RoleBinding",
        metadata: {
          name: "system::leader-locking-kube-scheduler",
          namespace: "kube-system",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        subjects: [
          { kind: "User", apiGroup: "rbac.authorization.k8s.io", name: "system:kube-scheduler" },
          { kind: "ServiceAccount", name: "kube-scheduler", namespace: "kube-system" },
        ],
        roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "system::leader-locking-kube-scheduler" },
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "RoleBinding",
        metadata: {
          name: "system:controller:bootstrap-signer",
          namespace: "kube-system",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        subjects: [{ kind: "ServiceAccount", name: "bootstrap-signer", namespace: "kube-system" }],
        roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "system:controller:bootstrap-signer" },
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "RoleBinding",
        metadata: {
          name: "system:controller:cloud-provider",
          namespace: "kube-system",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        subjects: [{ kind: "ServiceAccount", name: "cloud-provider", namespace: "kube-system" }],
        roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "system:controller:cloud-provider" },
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "RoleBinding",
        metadata: {
          name: "system:controller:token-cleaner",
          namespace: "kube-system",
          labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
          annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
        },
        subjects: [{ kind: "ServiceAccount", name: "token-cleaner", namespace: "kube-system" }],
        roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "system:controller:token-cleaner" },
      },
    ],
  },
];
