/** New pods into which the server writes more than defaults: requirements made of label keys, and profiles that old annotations name. */
import type { Json } from "../../conformance/answer.ts";
import type { Sequence } from "../sequence.ts";

const app = { name: "app", image: "nginx:1.29" };
const selector = { matchLabels: { app: "web" } };
const term = (more: object) => ({ topologyKey: "zone", labelSelector: selector, ...more });
const near = (more: object) => ({
  affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term(more)] } },
});
const spread = (more: object) => ({
  topologySpreadConstraints: [
    { maxSkew: 1, topologyKey: "zone", whenUnsatisfiable: "DoNotSchedule", labelSelector: selector, ...more },
  ],
});
const asking = (value: string) => ({ matchExpressions: [{ key: "tier", operator: "In", values: [value] }] });

/** What is special about the spec, and about annotations. */
type Case = readonly [what: string, spec: Json, annotations?: Json];

const selecting: readonly Case[] = [
  ["near those of its tier", near({ matchLabelKeys: ["tier", "none"], mismatchLabelKeys: ["app"] })],
  [
    "preferably far from those of its tier",
    {
      affinity: {
        podAntiAffinity: {
          preferredDuringSchedulingIgnoredDuringExecution: [
            { weight: 1, podAffinityTerm: term({ mismatchLabelKeys: ["tier"], labelSelector: asking("x") }) },
          ],
        },
      },
    },
  ],
  ["a key to match and not to match", near({ matchLabelKeys: ["tier"], mismatchLabelKeys: ["tier"] })],
  ["a key that the selector has", near({ matchLabelKeys: ["app"] })],
  ["keys that are none", near({ matchLabelKeys: ["a b"], mismatchLabelKeys: ["-"] })],
  ["a key without a selector", near({ matchLabelKeys: ["app"], labelSelector: undefined })],
  ["spread by tier", spread({ matchLabelKeys: ["tier"] })],
  ["spread by tier, among all", spread({ matchLabelKeys: ["tier"], labelSelector: {} })],
  ["spread by a key that the selector has", spread({ matchLabelKeys: ["app"] })],
  ["spread by a key that the selector asks for", spread({ matchLabelKeys: ["tier"], labelSelector: asking("y") })],
  ["spread by a key that is none", spread({ matchLabelKeys: ["a b", "tier"] })],
  ["spread by a key without a selector", spread({ matchLabelKeys: ["tier"], labelSelector: undefined })],
];

const appArmor = "container.apparmor.security.beta.kubernetes.io/";
const seccomp = "seccomp.security.alpha.kubernetes.io/";
const secured = (field: string, profile: object) => ({ securityContext: { [field]: profile } });
const container = (field: string, profile: object) => ({ containers: [{ ...app, ...secured(field, profile) }] });

const profiles: readonly Case[] = [
  ...["unconfined", "runtime/default", "localhost/mine", "localhost/", "localhost/ a", "other", ""].map(
    (profile): Case => [`an AppArmor profile of "${profile}"`, {}, { [`${appArmor}app`]: profile }],
  ),
  [
    "an AppArmor profile that the pod has",
    secured("appArmorProfile", { type: "RuntimeDefault" }),
    { [`${appArmor}app`]: "runtime/default" },
  ],
  [
    "another AppArmor profile than the pod's",
    secured("appArmorProfile", { type: "RuntimeDefault" }),
    { [`${appArmor}app`]: "unconfined" },
  ],
  [
    "another AppArmor profile than the container's",
    container("appArmorProfile", { type: "RuntimeDefault" }),
    { [`${appArmor}app`]: "unconfined" },
  ],
  ["an AppArmor profile on Windows", { os: { name: "windows" } }, { [`${appArmor}app`]: "unconfined" }],
  ["an AppArmor profile of no container", {}, { [`${appArmor}none`]: "unconfined" }],
  ["a seccomp profile", {}, { [`${seccomp}pod`]: "runtime/default" }],
  [
    "another seccomp profile than the pod's",
    secured("seccompProfile", { type: "Unconfined" }),
    { [`${seccomp}pod`]: "runtime/default" },
  ],
  [
    "another seccomp profile than the container's",
    container("seccompProfile", { type: "Localhost", localhostProfile: "a" }),
    { [`container.${seccomp}app`]: "localhost/b" },
  ],
  [
    "the seccomp profile that the container has, by its old name",
    container("seccompProfile", { type: "RuntimeDefault" }),
    { [`container.${seccomp}app`]: "docker/default" },
  ],
];

export const sequences: readonly Sequence[] = [...selecting, ...profiles].map(([what, spec, annotations]) => ({
  name: `v1 Pod: ${what}`,
  steps: [
    {
      method: "POST",
      path: "/api/v1/namespaces/default/pods",
      query: { dryRun: "All" },
      body: {
        ...{ apiVersion: "v1", kind: "Pod" },
        metadata: { name: "web", labels: { app: "web", tier: "front" }, ...(annotations && { annotations }) },
        spec: { containers: [app], ...spec },
      },
    },
  ],
}));
