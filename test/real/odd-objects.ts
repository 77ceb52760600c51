/** Objects of built-in kinds made up from the tables of types, with the words that matter to how they are shown. */
import { type FieldRow, typeNamed } from "@pintle/kinds/tables";
import { type Random, randomBelow, setOwn } from "@pintle/machinery";
import type { Json } from "../conformance/answer.ts";

/** Large, and shown nowhere. */
const leftOut = new Set([
  ...[
    "managedFields",
    "volumes",
    "affinity",
    "tolerations",
    "env",
    "envFrom",
    "livenessProbe",
    "readinessProbe",
    "lifecycle",
  ],
  ...[
    "startupProbe",
    "securityContext",
    "volumeMounts",
    "topologySpreadConstraints",
    "volumeClaimTemplates",
    "devices",
  ],
  ...[
    "matchConstraints",
    "matchConditions",
    "podFailurePolicy",
    "ephemeralContainers",
    "sharedCounters",
    "behavior",
    "config",
  ],
]);

/** By the name of a field. */
const words: Readonly<Record<string, readonly Json[]>> = {
  accessModes: ["ReadWriteOnce", "ReadOnlyMany", "ReadWriteMany", "ReadWriteOncePod", "Odd"],
  apiVersion: ["v1", "apps/v1"],
  exitCode: [0, 0, 1, 137],
  ip: ["192.0.2.1", "2001:db8::1", ""],
  kind: ["User", "Group", "ServiceAccount", "Deployment"],
  message: [" a \n", "\u0085b\ufeff", ""],
  name: ["a", "b", "cpu", "memory", ""],
  operator: ["In", "NotIn", "Exists", "DoesNotExist", "Odd"],
  phase: ["Pending", "Running", "Succeeded", "Failed", "Bound", ""],
  reason: ["", "Completed", "Error", "CrashLoopBackOff", "PodInitializing", "NodeLost", "SchedulingGated"],
  restartCount: [0, 1, 3],
  restartPolicy: ["Always", "Never"],
  signal: [0, 0, 9],
  status: ["True", "False", "Unknown"],
};

/** What a `type` may be, by the type that has it. */
const typeWords: Readonly<Record<string, readonly string[]>> = {
  "autoscaling/v2.MetricSpec": ["Resource", "Pods", "Object", "External", "ContainerResource", "Odd"],
  "batch/v1.JobCondition": ["Complete", "Failed", "Suspended", "FailureTarget", "SuccessCriteriaMet"],
  "certificates/v1.CertificateSigningRequestCondition": ["Approved", "Denied", "Failed"],
  "core/v1.ComponentCondition": ["Healthy", "Odd"],
  "core/v1.NodeAddress": ["InternalIP", "ExternalIP", "Hostname"],
  "core/v1.NodeCondition": ["Ready", "MemoryPressure"],
  "core/v1.PodCondition": ["Ready", "Initialized", "PodScheduled", "a"],
  "core/v1.ServiceSpec": ["ClusterIP", "NodePort", "LoadBalancer", "ExternalName", "Odd"],
  "flowcontrol/v1.FlowSchemaCondition": ["Dangling", "Odd"],
};

/** The keys of maps, by the name of the field. */
const keys: Readonly<Record<string, readonly string[]>> = {
  annotations: [
    ...["volume.beta.kubernetes.io/storage-class", "storageclass.kubernetes.io/is-default-class"],
    ...["ingressclass.kubernetes.io/is-default-class", "storageclass.beta.kubernetes.io/is-default-class"],
  ],
  capacity: ["storage", "cpu"],
  hard: ["pods", "limits.cpu", "limits", "requests.cpu"],
  labels: ["app", "node-role.kubernetes.io/worker", "node-role.kubernetes.io/", "kubernetes.io/role", "__proto__"],
  used: ["pods", "limits.cpu"],
};

const ages = [
  0, 1, 90, 500, 5_000, 20_000, 100_000, 500_000, 30_000_000, 200_000_000, 600_000_000, 10_000_000_000, -100,
];

export function oddObject(type: string, random: Random, nowMs: number): Json {
  const pick = (values: readonly Json[]): Json => values[randomBelow(random, values.length)];
  const happens = (percent: number) => randomBelow(random, 100) < percent;

  function time(): string {
    const stretched = pick(ages) * (1 + randomBelow(random, 100) / 100);
    return new Date(nowMs - Math.floor(stretched) * 1_000).toISOString().replace(/\.\d+/, "");
  }

  function scalar(kind: string, name: string, owner: string): Json {
    if (name === "type" && typeWords[owner]) return pick(typeWords[owner]);
    const known = words[name];
    if (known && (typeof known[0] === "string") === (kind === "string")) return pick(known);
    const made: Readonly<Record<string, () => Json>> = {
      string: () => pick(["a", "b", "", "app", "x.y/z", "Ä", "😀", "true"]),
      int32: () => pick([0, 1, 2, 80, 30_001, -1]),
      int64: () => pick([0, 1, 30, 9_007_199_254_740_000]),
      bool: () => pick([true, false]),
      Time: () => (happens(90) ? time() : null),
      MicroTime: () => (happens(90) ? time().replace("Z", ".123456Z") : null),
      Quantity: () => pick(["1", "500m", "1Gi", "1536Mi", "0.5", "1e3", "0", 7]),
      IntOrString: () => pick([1, "50%", 0, "odd"]),
      bytes: () => pick(["", "AA=="]),
      float64: () => 1.5,
      JSON: () => ({}),
    };
    return made[kind]?.();
  }

  function value(kind: string, name: string, owner: string, depth: number): Json {
    if (kind.startsWith("[]")) {
      const count = randomBelow(random, 6);
      return Array.from({ length: count }, () => value(kind.slice(2), name, owner, depth));
    }
    if (kind.startsWith("map[]")) {
      const map: Json = {};
      for (const key of keys[name] ?? ["a", "app"])
        if (happens(50)) setOwn(map, key, value(kind.slice("map[]".length), name, owner, depth));
      return map;
    }
    const row = typeNamed(kind);
    if (!row) return scalar(kind, name, owner);
    if (row.items !== undefined || depth > 8) return undefined;
    return Object.assign({}, ...row.fields.map((field) => member(field, kind, depth)));
  }

  function member({ name, type: kind, isInline }: FieldRow, owner: string, depth: number): Json {
    if (isInline) return value(kind, name, owner, depth);
    // What a metric is about must be there: upstream looks at it without asking.
    const chance = owner === "autoscaling/v2.MetricSpec" ? 100 : depth <= 1 ? 93 : 65;
    return leftOut.has(name) || !happens(chance) ? {} : { [name]: value(kind, name, owner, depth + 1) };
  }

  return value(type, "", "", 0);
}
