/** Which of the plane's controllers follow which resources, as their sources say. */
import { globSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../packages/controlplane/src/controllers/", import.meta.url));

/** A controller is an object with a name, written out or a constant, and a `start`. */
const startOfController = /\bname(?:: (?:"(?<written>[^"]+)"|(?<constant>\w+)))?,\s+async start\(/;
const followed = /\.follow(?:<\w+>)?\((?:"(?<written>[^"]*)"|(?<constant>\w+)), "(?<plural>\w+)"\)/g;

interface Source {
  readonly folder: string;
  readonly text: string;
}

/** The names of controllers by `plural.group`, in alphabetical order. */
export function readFollowers(): ReadonlyMap<string, readonly string[]> {
  const sources = globSync("**/*.ts", { cwd: root })
    .filter((path) => !path.endsWith(".test.ts"))
    .map((path): Source => ({ folder: dirname(path), text: readFileSync(root + path, "utf8") }));
  const followers = new Map<string, Set<string>>();
  for (const source of sources) {
    for (const { groups = {} } of source.text.matchAll(followed)) {
      const group = groups.written ?? readConstant(source, groups.constant ?? "");
      const resource = group === "" ? `${groups.plural}` : `${groups.plural}.${group}`;
      followers.set(resource, (followers.get(resource) ?? new Set()).add(controllerOf(source, sources)));
    }
  }
  return new Map([...followers].map(([resource, names]) => [resource, [...names].toSorted()]));
}

/**
 * Upstream's controllers for the kinds that the plane serves, by `plural.group` and the names of their ServiceAccounts or their own, which
 * differ in dashes.
 */
const upstream: Readonly<Record<string, readonly string[]>> = {
  nodes: ["node-lifecycle-controller", "taint-eviction-controller", "node-ipam-controller", "ttl-controller"],
  persistentvolumeclaims: ["persistentvolume-expander-controller", "ephemeral-volume-controller"],
  persistentvolumes: ["persistentvolume-attach-detach-controller"],
  replicationcontrollers: ["replication-controller"],
  secrets: ["legacy-serviceaccount-token-cleaner-controller"],
  "certificatesigningrequests.certificates.k8s.io": [
    "certificatesigningrequest-approving-controller",
    "certificatesigningrequest-cleaner-controller",
    "certificatesigningrequest-signing-controller",
  ],
  "cronjobs.batch": ["cronjob-controller"],
  "daemonsets.apps": ["daemonset-controller"],
  "horizontalpodautoscalers.autoscaling": ["horizontal-pod-autoscaler-controller"],
  "jobs.batch": ["job-controller", "ttl-after-finished-controller"],
  "resourceclaims.resource.k8s.io": ["resourceclaim-controller"],
  "resourceslices.resource.k8s.io": ["device-taint-eviction-controller"],
  "servicecidrs.networking.k8s.io": ["service-cidr-controller"],
  "statefulsets.apps": ["statefulset-controller"],
  "validatingadmissionpolicies.admissionregistration.k8s.io": ["validatingadmissionpolicy-status-controller"],
  "volumeattachments.storage.k8s.io": ["persistentvolume-attach-detach-controller"],
  "volumeattributesclasses.storage.k8s.io": ["volumeattributesclass-protection-controller"],
};

/** The controllers of a resource that are not among the names. */
export function missingControllers(resource: string, names: Iterable<string>): readonly string[] {
  const there = new Set(Array.from(names, bareName));
  return (upstream[resource] ?? []).filter((name) => !there.has(bareName(name)));
}

function bareName(name: string): string {
  return name.replace(/-controller$/, "").replaceAll("-", "");
}

/** A part of a controller stands beside the file that starts it. */
function controllerOf(source: Source, sources: readonly Source[]): string {
  const beside = sources.filter(({ folder }) => folder === source.folder);
  for (const candidate of [source, ...beside]) {
    const { groups } = startOfController.exec(candidate.text) ?? {};
    if (groups) return groups.written ?? readConstant(candidate, groups.constant ?? "name");
  }
  throw new Error(`nothing in ${source.folder} says which controller it is a part of`);
}

function readConstant({ folder, text }: Source, wanted: string): string {
  const found = [...text.matchAll(/^(?:export )?const (\w+) = "([^"]*)"/gm)].find(([, name]) => name === wanted);
  if (found?.[2] === undefined) throw new Error(`${wanted} is not written out in ${folder}`);
  return found[2];
}
