/** Workloads that do more on a write than to count it: DaemonSets number their templates, Jobs select the pods that are theirs. */
import { equalJson, type JsonObject, validateDns1123Label } from "@pintle/machinery";
import { templateGeneration } from "../defaults/apps-defaults.ts";
import { numberAt, objectAt, textAt, valueAt, withDefaults, withField, withValueAt } from "../json-fields.ts";
import type { Specialize } from "./own-strategies.ts";

const warnsOfName: Specialize = ({ main, views }) => ({ main: { ...main, warnCreate: warnOfName }, views });

export const workloadStrategies: Readonly<Record<string, Specialize>> = {
  "deployments.apps": warnsOfName,
  "replicasets.apps": warnsOfName,
  replicationcontrollers: warnsOfName,
  "cronjobs.batch": warnsOfName,
  "daemonsets.apps": ({ main, views }) => ({
    main: {
      ...main,
      prepareCreate: (set, request) => numberFirstTemplate(main.prepareCreate?.(set, request) ?? set),
      prepareUpdate: (set, old, request) => numberTemplate(main.prepareUpdate?.(set, old, request) ?? set, old),
    },
    views,
  }),
  "jobs.batch": ({ main, views }) => ({
    main: {
      ...main,
      prepareCreate: (job, request) => selectOwnPods(main.prepareCreate?.(job, request) ?? job),
      canonicalize: labelLikePods,
      warnDelete: (_job, policy) => (policy === "" ? [orphanWarning] : []),
      warnCreate: warnOfName,
    },
    views,
  }),
};

function warnOfName(object: JsonObject): string[] {
  const complaints = validateDns1123Label(textAt(object, "metadata.name"));
  if (complaints.length === 0) return [];
  return [
    `metadata.name: this is used in Pod names and hostnames, which can result in surprising behavior; a DNS label is recommended: [${complaints.join(" ")}]`,
  ];
}

const orphanWarning =
  "child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning";

/** The number of the template is told in an annotation, where old controllers look for it. */
function numberFirstTemplate(set: JsonObject): JsonObject {
  const given = Number(objectAt(set, "metadata.annotations")[templateGeneration] ?? 0);
  return withTemplateGeneration(set, Number.isSafeInteger(given) && given > 1 ? given : 1);
}

function numberTemplate(set: JsonObject, old: JsonObject): JsonObject {
  const before = Number(objectAt(old, "metadata.annotations")[templateGeneration] ?? 0);
  const isChanged = !equalJson(objectAt(set, "spec.template"), objectAt(old, "spec.template"));
  return withTemplateGeneration(set, isChanged ? before + 1 : before);
}

function withTemplateGeneration(set: JsonObject, generation: number): JsonObject {
  const annotations = withField(objectAt(set, "metadata.annotations"), templateGeneration, String(generation));
  return withValueAt(set, "metadata.annotations", annotations);
}

const labelPrefix = "batch.kubernetes.io/";

/** Unless the user selects by hand, the pods of a job are those with its uid. */
function selectOwnPods(job: JsonObject): JsonObject {
  if (valueAt(job, "spec.manualSelector") === true) return job;
  const [uid, name] = [textAt(job, "metadata.uid"), textAt(job, "metadata.name")];
  const labels = withDefaults(objectAt(job, "spec.template.metadata.labels"), {
    "job-name": name,
    [`${labelPrefix}job-name`]: name,
    "controller-uid": uid,
    [`${labelPrefix}controller-uid`]: uid,
  });
  const selected = withDefaults(objectAt(job, "spec.selector.matchLabels"), { [`${labelPrefix}controller-uid`]: uid });
  return withValueAt(withValueAt(job, "spec.template.metadata.labels", labels), "spec.selector.matchLabels", selected);
}

/** A job without labels has those of its pods: they are a default, which is given again whenever the job is read. */
function labelLikePods(job: JsonObject): JsonObject {
  const isLabelled = Object.keys(objectAt(job, "metadata.labels")).length > 0;
  return isLabelled ? job : withValueAt(job, "metadata.labels", objectAt(job, "spec.template.metadata.labels"));
}

/** Whether a job's template may still change: while it is suspended and has not started. */
export function isUnstarted(job: JsonObject): boolean {
  return (
    valueAt(job, "spec.suspend") === true && textAt(job, "status.startTime") === "" && !numberAt(job, "status.active")
  );
}
