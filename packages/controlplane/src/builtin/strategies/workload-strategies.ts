/** Workloads that do more on a write than to count it: DaemonSets number their templates, Jobs select the pods that are theirs. */
import type { Strategy } from "@pintle/apiserver";
import { equalJson, type JsonObject, validateDns1123Label } from "@pintle/machinery";
import { templateGeneration } from "../defaults/apps-defaults.ts";
import {
  numberAt,
  objectAt,
  objectsAt,
  textAt,
  valueAt,
  withDefaults,
  withField,
  withValueAt,
} from "../json-fields.ts";
import type { KindStrategies, Specialize } from "./own-strategies.ts";

const warnsOfName: Specialize = ({ main, views }) => ({ main: { ...main, warnCreate: warnOfName }, views });

export const workloadStrategies: Readonly<Record<string, Specialize>> = {
  "deployments.apps": warnsOfName,
  "replicasets.apps": warnsOfName,
  replicationcontrollers: warnsOfName,
  "cronjobs.batch": warnsOfName,
  "statefulsets.apps": ({ main, views }) => ({
    main: { ...main, warnCreate: warnOfHistory, warnUpdate: warnOfHistory },
    views,
  }),
  "daemonsets.apps": ({ main, views }) => ({
    main: {
      ...main,
      prepareCreate: (set, request) => numberFirstTemplate(main.prepareCreate?.(set, request) ?? set),
      prepareUpdate: (set, old, request) => numberTemplate(main.prepareUpdate?.(set, old, request) ?? set, old),
    },
    views: changeStatus(views, (status) => ({
      ...status,
      prepareUpdate: (set, old, request) => numberTemplate(status.prepareUpdate?.(set, old, request) ?? set, old),
    })),
  }),
  "jobs.batch": ({ main, views }) => ({
    main: {
      ...main,
      prepareCreate: (job, request) => selectOwnPods(main.prepareCreate?.(job, request) ?? job),
      canonicalize: labelLikePods,
      warnDelete: (_job, policy) => (policy === "" ? [orphanWarning] : []),
      warnCreate: warnOfName,
    },
    views: changeStatus(views, (status) => ({ ...status, canonicalize: labelLikePods })),
  }),
};

function changeStatus(
  { status, ...views }: KindStrategies["views"],
  change: (status: Strategy) => Strategy,
): KindStrategies["views"] {
  return status === undefined ? views : { status: change(status), ...views };
}

function warnOfName(object: JsonObject): string[] {
  const complaints = validateDns1123Label(textAt(object, "metadata.name"));
  if (complaints.length === 0) return [];
  return [
    `metadata.name: this is used in Pod names and hostnames, which can result in surprising behavior; a DNS label is recommended: [${complaints.join(" ")}]`,
  ];
}

function warnOfHistory(set: JsonObject): string[] {
  if ((numberAt(set, "spec.revisionHistoryLimit") ?? 0) >= 0) return [];
  return ["spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 is recommended"];
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

/** Whether a job's template may still change: while it is suspended and none of its pods runs. */
export function isUnstarted(job: JsonObject): boolean {
  const isHeld = objectsAt(job, "status.conditions").some(
    ({ type, status }) => type === "Suspended" && status === "True",
  );
  const isNew = textAt(job, "status.startTime") === "";
  return valueAt(job, "spec.suspend") === true && (isNew || isHeld) && !numberAt(job, "status.active");
}
