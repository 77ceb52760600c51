/** Pods that are refused for what they say about the pod as a whole. */
import { type Mutation, refusedCreations } from "../refusals.ts";
import type { Sequence } from "../sequence.ts";

const pod = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "web" },
  spec: { containers: [{ name: "app", image: "nginx:1.29" }] },
};

const spec: readonly Mutation[] = [
  ["no spec", "spec"],
  ["an empty spec", "spec", {}],
  ["no containers", "spec.containers"],
  ["an empty list of containers", "spec.containers", []],
  ["an unknown restart policy", "spec.restartPolicy", "Sometimes"],
  ["a restart policy in lower case", "spec.restartPolicy", "always"],
  ["an unknown DNS policy", "spec.dnsPolicy", "Cluster"],
  ["DNS policy None without a configuration", "spec.dnsPolicy", "None"],
  [
    "DNS policy None without name servers",
    "spec",
    { ...pod.spec, dnsPolicy: "None", dnsConfig: { searches: ["a.b"] } },
  ],
  ["a name server that is no address", "spec.dnsConfig", { nameservers: ["ns1.example.com"] }],
  ["four name servers", "spec.dnsConfig", { nameservers: ["1.1.1.1", "1.1.1.2", "1.1.1.3", "1.1.1.4"] }],
  ["a search domain with a blank", "spec.dnsConfig", { searches: ["a b.example.com"] }],
  [
    "33 search domains",
    "spec.dnsConfig",
    { searches: Array.from({ length: 33 }, (_, index) => `s${index}.example.com`) },
  ],
  ["a DNS option without a name", "spec.dnsConfig", { options: [{ value: "2" }] }],
  ["a deadline of zero seconds", "spec.activeDeadlineSeconds", 0],
  ["a negative deadline", "spec.activeDeadlineSeconds", -5],
  ["a deadline beyond 32 bits", "spec.activeDeadlineSeconds", 2_147_483_648],
  ["a node selector with a bad key", "spec.nodeSelector", { "a/b/c": "d" }],
  ["a node selector with a bad value", "spec.nodeSelector", { disk: "very fast" }],
  ["a ServiceAccount name in capitals", "spec.serviceAccountName", "Builder"],
  ["a node name with an underscore", "spec.nodeName", "node_1"],
  ["a host name with a dot", "spec.hostname", "web.example"],
  ["a host name of 64 characters", "spec.hostname", "h".repeat(64)],
  ["a subdomain in capitals", "spec.subdomain", "Web"],
  ["setHostnameAsFQDN and hostnameOverride", "spec", { ...pod.spec, setHostnameAsFQDN: true, hostnameOverride: "a" }],
  ["a hostnameOverride in capitals", "spec.hostnameOverride", "WEB"],
  ["hostnameOverride on the host's network", "spec", { ...pod.spec, hostNetwork: true, hostnameOverride: "web" }],
  ["an image pull secret without a name", "spec.imagePullSecrets", [{}]],
  ["a priority class that is absent", "spec.priorityClassName", "no-such-class"],
  [
    "a priority that differs from the class",
    "spec",
    { ...pod.spec, priorityClassName: "system-node-critical", priority: 5 },
  ],
  ["a priority without a class", "spec.priority", 7],
  ["an unknown preemption policy", "spec.preemptionPolicy", "Maybe"],
  ["a host alias that is no address", "spec.hostAliases", [{ ip: "localhost", hostnames: ["a"] }]],
  ["a host alias for a bad name", "spec.hostAliases", [{ ip: "127.0.0.1", hostnames: ["a_b"] }]],
  ["a readiness gate with a bad type", "spec.readinessGates", [{ conditionType: "a b" }]],
  ["a readiness gate without a type", "spec.readinessGates", [{}]],
  ["a runtime class that is absent", "spec.runtimeClassName", "no-such-class"],
  ["a runtime class name in capitals", "spec.runtimeClassName", "gVisor"],
  ["overhead without a runtime class", "spec.overhead", { cpu: "100m" }],
  ["an unknown operating system", "spec.os", { name: "plan9" }],
  ["an operating system without a name", "spec.os", {}],
  ["a scheduling gate with a bad name", "spec.schedulingGates", [{ name: "not a name" }]],
  ["a scheduling gate without a name", "spec.schedulingGates", [{}]],
  ["the same scheduling gate twice", "spec.schedulingGates", [{ name: "a.io/b" }, { name: "a.io/b" }]],
  ["a scheduling gate and a node name", "spec", { ...pod.spec, nodeName: "n1", schedulingGates: [{ name: "a.io/b" }] }],
  ["host processes shared twice", "spec", { ...pod.spec, hostPID: true, shareProcessNamespace: true }],
  ["a resource claim without a source", "spec.resourceClaims", [{ name: "gpu" }]],
  [
    "a resource claim with two sources",
    "spec.resourceClaims",
    [{ name: "gpu", resourceClaimName: "a", resourceClaimTemplateName: "b" }],
  ],
  [
    "the same resource claim twice",
    "spec.resourceClaims",
    [
      { name: "a", resourceClaimName: "a" },
      { name: "a", resourceClaimName: "b" },
    ],
  ],
  ["pod resources of a kind that is not allowed", "spec.resources", { limits: { "example.com/gpu": "1" } }],
  [
    "pod limits below the container's requests",
    "spec",
    {
      resources: { limits: { cpu: "100m" } },
      containers: [{ ...pod.spec.containers[0], resources: { requests: { cpu: "1" } } }],
    },
  ],
  ["pod requests above the pod's limits", "spec.resources", { requests: { memory: "2Gi" }, limits: { memory: "1Gi" } }],
];

const tolerations: readonly Mutation[] = [
  ["a toleration with an unknown operator", "spec.tolerations", [{ key: "a", operator: "In" }]],
  ["a toleration without key that is not Exists", "spec.tolerations", [{ value: "a" }]],
  ["a toleration that Exists with a value", "spec.tolerations", [{ key: "a", operator: "Exists", value: "b" }]],
  ["a toleration with an unknown effect", "spec.tolerations", [{ key: "a", operator: "Exists", effect: "Never" }]],
  [
    "a toleration of NoSchedule for some seconds",
    "spec.tolerations",
    [{ key: "a", operator: "Exists", effect: "NoSchedule", tolerationSeconds: 5 }],
  ],
  ["a toleration with a bad key", "spec.tolerations", [{ key: "a b", operator: "Exists" }]],
  ["a toleration with a bad value", "spec.tolerations", [{ key: "a", value: "b c" }]],
  ["a toleration that is greater than a word", "spec.tolerations", [{ key: "a", operator: "Gt", value: "b" }]],
];

const spread = {
  maxSkew: 1,
  topologyKey: "zone",
  whenUnsatisfiable: "DoNotSchedule",
  labelSelector: { matchLabels: { a: "b" } },
};

const spreading: readonly Mutation[] = [
  ["a spread constraint without anything", "spec.topologySpreadConstraints", [{}]],
  ["a spread constraint with a skew of zero", "spec.topologySpreadConstraints", [{ ...spread, maxSkew: 0 }]],
  ["a spread constraint with a negative skew", "spec.topologySpreadConstraints", [{ ...spread, maxSkew: -1 }]],
  ["a spread constraint without topology", "spec.topologySpreadConstraints", [{ ...spread, topologyKey: "" }]],
  [
    "a spread constraint with an unknown action",
    "spec.topologySpreadConstraints",
    [{ ...spread, whenUnsatisfiable: "Cry" }],
  ],
  ["the same spread constraint twice", "spec.topologySpreadConstraints", [spread, spread]],
  ["a spread constraint with zero domains", "spec.topologySpreadConstraints", [{ ...spread, minDomains: 0 }]],
  [
    "minDomains where scheduling goes on anyway",
    "spec.topologySpreadConstraints",
    [{ ...spread, whenUnsatisfiable: "ScheduleAnyway", minDomains: 2 }],
  ],
  ["an unknown node affinity policy", "spec.topologySpreadConstraints", [{ ...spread, nodeAffinityPolicy: "Maybe" }]],
  ["an unknown node taints policy", "spec.topologySpreadConstraints", [{ ...spread, nodeTaintsPolicy: "Maybe" }]],
  [
    "matchLabelKeys without a selector",
    "spec.topologySpreadConstraints",
    [{ ...spread, labelSelector: undefined, matchLabelKeys: ["a"] }],
  ],
  ["a bad matchLabelKey", "spec.topologySpreadConstraints", [{ ...spread, matchLabelKeys: ["/a"] }]],
  [
    "a bad selector in a spread constraint",
    "spec.topologySpreadConstraints",
    [{ ...spread, labelSelector: { matchExpressions: [{ key: "a", operator: "Like" }] } }],
  ],
];

const required = (terms: unknown) => ({
  nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms } },
});
const expression = (expression: unknown) => required([{ matchExpressions: [expression] }]);
const term = { labelSelector: { matchLabels: { a: "b" } }, topologyKey: "zone" };
const together = (term: unknown) => ({ podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } });
const apart = (term: unknown) => ({ podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [term] } });

const affinity: readonly Mutation[] = [
  [
    "required node affinity without terms",
    "spec.affinity",
    { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: {} } },
  ],
  ["required node affinity with no terms", "spec.affinity", required([])],
  [
    "node affinity with an unknown operator",
    "spec.affinity",
    expression({ key: "a", operator: "Like", values: ["b"] }),
  ],
  ["node affinity In nothing", "spec.affinity", expression({ key: "a", operator: "In", values: [] })],
  ["node affinity NotIn without values", "spec.affinity", expression({ key: "a", operator: "NotIn" })],
  ["node affinity Exists with values", "spec.affinity", expression({ key: "a", operator: "Exists", values: ["b"] })],
  ["node affinity Gt with two values", "spec.affinity", expression({ key: "a", operator: "Gt", values: ["1", "2"] })],
  ["node affinity with a bad key", "spec.affinity", expression({ key: "a b", operator: "Exists" })],
  ["node affinity without a key", "spec.affinity", expression({ operator: "Exists" })],
  ["node affinity In bad values", "spec.affinity", expression({ key: "a", operator: "In", values: ["-b-"] })],
  [
    "node affinity by an unknown field",
    "spec.affinity",
    required([{ matchFields: [{ key: "spec.podCIDR", operator: "In", values: ["a"] }] }]),
  ],
  [
    "node affinity by field with two values",
    "spec.affinity",
    required([{ matchFields: [{ key: "metadata.name", operator: "In", values: ["a", "b"] }] }]),
  ],
  [
    "node affinity by field that Exists",
    "spec.affinity",
    required([{ matchFields: [{ key: "metadata.name", operator: "Exists" }] }]),
  ],
  [
    "preferred node affinity without weight",
    "spec.affinity",
    { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ preference: {} }] } },
  ],
  [
    "preferred node affinity with a weight of 101",
    "spec.affinity",
    { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 101, preference: {} }] } },
  ],
  ["pod affinity without topology", "spec.affinity", together({ labelSelector: {} })],
  ["pod affinity with a bad topology", "spec.affinity", together({ ...term, topologyKey: "a b" })],
  ["pod affinity with a bad namespace", "spec.affinity", together({ ...term, namespaces: ["Default"] })],
  [
    "pod affinity with a bad selector",
    "spec.affinity",
    together({ ...term, labelSelector: { matchLabels: { "a b": "c" } } }),
  ],
  [
    "pod affinity with a bad namespace selector",
    "spec.affinity",
    together({ ...term, namespaceSelector: { matchExpressions: [{ key: "a", operator: "In" }] } }),
  ],
  [
    "pod affinity with the same key matched and mismatched",
    "spec.affinity",
    together({ ...term, matchLabelKeys: ["c"], mismatchLabelKeys: ["c"] }),
  ],
  [
    "pod affinity with matchLabelKeys but no selector",
    "spec.affinity",
    together({ topologyKey: "zone", matchLabelKeys: ["c"] }),
  ],
  ["preferred anti-affinity with a weight of 0", "spec.affinity", apart({ weight: 0, podAffinityTerm: term })],
  ["preferred anti-affinity with a weight of 101", "spec.affinity", apart({ weight: 101, podAffinityTerm: term })],
  ["preferred anti-affinity without a term", "spec.affinity", apart({ weight: 1 })],
  [
    "anti-affinity across an empty topology",
    "spec.affinity",
    apart({ weight: 1, podAffinityTerm: { ...term, topologyKey: "" } }),
  ],
];

const windows = { ...pod.spec, os: { name: "windows" } };

const security: readonly Mutation[] = [
  ["a negative user", "spec.securityContext.runAsUser", -1],
  ["a user beyond 32 bits", "spec.securityContext.runAsUser", 2_147_483_648],
  ["a negative group", "spec.securityContext.runAsGroup", -1],
  ["a negative fsGroup", "spec.securityContext.fsGroup", -1],
  ["a negative supplemental group", "spec.securityContext.supplementalGroups", [1, -1]],
  ["an unknown supplemental groups policy", "spec.securityContext.supplementalGroupsPolicy", "Loose"],
  ["an unknown fsGroup change policy", "spec.securityContext.fsGroupChangePolicy", "Never"],
  ["an unknown seccomp profile type", "spec.securityContext.seccompProfile", { type: "Strong" }],
  ["a seccomp profile without a type", "spec.securityContext.seccompProfile", {}],
  ["a local seccomp profile without a file", "spec.securityContext.seccompProfile", { type: "Localhost" }],
  [
    "a local seccomp profile at an absolute path",
    "spec.securityContext.seccompProfile",
    { type: "Localhost", localhostProfile: "/a" },
  ],
  [
    "a local seccomp profile that climbs up",
    "spec.securityContext.seccompProfile",
    { type: "Localhost", localhostProfile: "../a" },
  ],
  [
    "a default seccomp profile with a file",
    "spec.securityContext.seccompProfile",
    { type: "RuntimeDefault", localhostProfile: "a" },
  ],
  ["an unknown AppArmor profile type", "spec.securityContext.appArmorProfile", { type: "Strong" }],
  ["a local AppArmor profile without a name", "spec.securityContext.appArmorProfile", { type: "Localhost" }],
  [
    "an unconfined AppArmor profile with a name",
    "spec.securityContext.appArmorProfile",
    { type: "Unconfined", localhostProfile: "a" },
  ],
  ["a sysctl without a name", "spec.securityContext.sysctls", [{ value: "1" }]],
  ["a sysctl with a bad name", "spec.securityContext.sysctls", [{ name: "i.am an.Sysctl", value: "1" }]],
  [
    "the same sysctl twice",
    "spec.securityContext.sysctls",
    [
      { name: "a.b", value: "1" },
      { name: "a.b", value: "2" },
    ],
  ],
  [
    "a network sysctl on the host's network",
    "spec",
    { ...pod.spec, hostNetwork: true, securityContext: { sysctls: [{ name: "net.ipv4.x", value: "1" }] } },
  ],
  ["an unknown SELinux change policy", "spec.securityContext.seLinuxChangePolicy", "Slow"],
  ["an SELinux user for Windows", "spec", { ...windows, securityContext: { seLinuxOptions: { user: "a" } } }],
  ["an fsGroup for Windows", "spec", { ...windows, securityContext: { fsGroup: 1 } }],
  ["a user id for Windows", "spec", { ...windows, securityContext: { runAsUser: 1 } }],
  ["sysctls for Windows", "spec", { ...windows, securityContext: { sysctls: [{ name: "a.b", value: "1" }] } }],
  ["the host's processes for Windows", "spec", { ...windows, hostPID: true }],
  ["the host's IPC for Windows", "spec", { ...windows, hostIPC: true }],
  ["shared processes for Windows", "spec", { ...windows, shareProcessNamespace: true }],
  [
    "Windows options for Linux",
    "spec",
    { ...pod.spec, os: { name: "linux" }, securityContext: { windowsOptions: { hostProcess: false } } },
  ],
  [
    "a Windows host process off the host's network",
    "spec",
    { ...windows, securityContext: { windowsOptions: { hostProcess: true } } },
  ],
  ["an empty Windows user name", "spec.securityContext.windowsOptions", { runAsUserName: "" }],
  ["a Windows user name with a control character", "spec.securityContext.windowsOptions", { runAsUserName: "a\tb" }],
  ["a Windows user name with two backslashes", "spec.securityContext.windowsOptions", { runAsUserName: "a\\b\\c" }],
  ["an empty gMSA specification", "spec.securityContext.windowsOptions", { gmsaCredentialSpec: "" }],
  ["a gMSA specification name with a blank", "spec.securityContext.windowsOptions", { gmsaCredentialSpecName: "a b" }],
  ["a user namespace on the host's network", "spec", { ...pod.spec, hostUsers: false, hostNetwork: true }],
  ["a user namespace with the host's processes", "spec", { ...pod.spec, hostUsers: false, hostPID: true }],
];

const annotations: readonly Mutation[] = [
  [
    "an AppArmor annotation for an absent container",
    "metadata.annotations",
    { "container.apparmor.security.beta.kubernetes.io/db": "runtime/default" },
  ],
  [
    "an AppArmor annotation with a bad profile",
    "metadata.annotations",
    { "container.apparmor.security.beta.kubernetes.io/app": "strong" },
  ],
  ["a seccomp annotation", "metadata.annotations", { "seccomp.security.alpha.kubernetes.io/pod": "strong" }],
  ["a mirror annotation without a node", "metadata.annotations", { "kubernetes.io/config.mirror": "true" }],
  [
    "a deletion cost that is no number",
    "metadata.annotations",
    { "controller.kubernetes.io/pod-deletion-cost": "high" },
  ],
  [
    "a deletion cost with leading zeros",
    "metadata.annotations",
    { "controller.kubernetes.io/pod-deletion-cost": "010" },
  ],
  ["a deprecated node label in its selector", "spec.nodeSelector", { "beta.kubernetes.io/os": "linux" }],
  ["tolerations in an annotation", "metadata.annotations", { "scheduler.alpha.kubernetes.io/tolerations": "[" }],
];

export const sequences: readonly Sequence[] = refusedCreations("/api/v1/namespaces/default/pods", pod, [
  ...spec,
  ...tolerations,
  ...spreading,
  ...affinity,
  ...security,
  ...annotations,
]);
