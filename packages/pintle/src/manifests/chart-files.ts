/**
 * The objects of a program as a Helm chart. They have the names that kustomize gives them, whatever the release is called: a cluster has one program for
 * a resource, and two releases of it would fight.
 */
import type { JsonObject } from "@pintle/machinery";
import { resourcesOf } from "../run/program-kinds.ts";
import type { ProgramParts } from "../run/program-parts.ts";
import {
  expressionMark,
  formatTemplate,
  itemsMark,
  releaseNamespace,
  type TemplateOptions,
  valueMark,
} from "./chart-template.ts";
import { type ChartValue, chartSchemaOf, chartValuesOf } from "./chart-values.ts";
import type { ManifestObject, ManifestSettings } from "./manifest-options.ts";
import { type ProgramObjects, programObjectsOf } from "./program-objects.ts";
import { generatedBy, header, type WriteYaml } from "./yaml-text.ts";

export function chartFiles(
  parts: ProgramParts,
  settings: ManifestSettings,
  write: WriteYaml,
): ReadonlyMap<string, string> {
  const objects = programObjectsOf(parts, { ...settings, namespace: releaseNamespace });
  const values = chartValuesOf(settings);
  const files = new Map([
    ["chart/Chart.yaml", write(chartOf(parts, settings))],
    ["chart/values.yaml", valuesText(values, write)],
    ["chart/values.schema.json", schemaText(values)],
    ["chart/templates/NOTES.txt", notesOf(parts, settings)],
  ]);
  const add = (file: string, all: readonly (ManifestObject | undefined)[], options?: TemplateOptions) => {
    const there = all.filter((object) => object !== undefined);
    if (there.length > 0) files.set(`chart/templates/${file}`, formatTemplate(write, there, options));
  };
  for (const definition of objects.definitions) {
    add(`crds/${definition.metadata?.name}.yaml`, [keptDefinition(definition)], keptOptions);
  }
  add("service-account.yaml", [objects.serviceAccount]);
  add("roles.yaml", [...objects.roles, ...objects.bindings, objects.metricsReader]);
  add("deployment.yaml", [deploymentTemplate(objects)], { expressions: deploymentExpressions });
  add("pod-disruption-budget.yaml", [objects.disruptionBudget], { condition: ".Values.podDisruptionBudget.enabled" });
  add("network-policy.yaml", [objects.networkPolicy], { condition: ".Values.networkPolicy.enabled" });
  add("services.yaml", [objects.webhookService, objects.metricsService]);
  add("webhook-configurations.yaml", objects.configurations);
  add("service-monitor.yaml", [objects.serviceMonitor], { condition: ".Values.serviceMonitor.enabled" });
  return files;
}

const keptOptions: TemplateOptions = {
  condition: ".Values.crds.enabled",
  expressions: ['ternary "keep" "delete" .Values.crds.keep'],
};

function keptDefinition(definition: ProgramObjects["definitions"][number]): ManifestObject {
  const { metadata } = definition;
  const annotations = { ...metadata?.annotations, "helm.sh/resource-policy": expressionMark(0) };
  return { ...definition, metadata: { ...metadata, annotations } } as ManifestObject;
}

const deploymentExpressions: readonly string[] = [
  'printf "%s%s" .Values.image.repository (ternary (printf "@%s" .Values.image.digest) (printf ":%s" (default .Chart.AppVersion .Values.image.tag)) (ne .Values.image.digest "")) | quote',
  ".Values.replicas",
  ".Values.image.pullPolicy",
  ".Values.priorityClassName | quote",
];

function deploymentTemplate({ deployment }: ProgramObjects): ManifestObject {
  const copy = structuredClone(deployment) as unknown as DeploymentShape;
  const { spec } = copy.spec.template;
  const [container] = spec.containers;
  const { args = [], env, ...rest } = container;
  copy.spec.replicas = expressionMark(1);
  copy.spec.template.spec = {
    ...spec,
    ...{ affinity: valueMark("affinity"), imagePullSecrets: valueMark("imagePullSecrets") },
    ...{ nodeSelector: valueMark("nodeSelector"), tolerations: valueMark("tolerations") },
    priorityClassName: expressionMark(3),
    containers: [
      {
        ...rest,
        ...{ image: expressionMark(0), imagePullPolicy: expressionMark(2), resources: valueMark("resources") },
        args: [...args, itemsMark("extraArgs")],
        env: [...(env ?? []), itemsMark("extraEnv")],
      },
    ],
  };
  return copy as unknown as ManifestObject;
}

interface DeploymentShape {
  spec: {
    replicas: unknown;
    template: { spec: { containers: [{ args?: unknown[]; env?: unknown[] }]; [field: string]: unknown } };
  };
}

function chartOf(parts: ProgramParts, { name, version }: ManifestSettings): JsonObject {
  const kinds = resourcesOf(parts).map(({ kind }) => kind);
  return {
    apiVersion: "v2",
    name,
    description: kinds.length > 0 ? `The operator of ${kinds.join(", ")}` : `The program ${name}`,
    type: "application",
    version,
    appVersion: version,
    kubeVersion: ">=1.29.0-0",
  };
}

/** Values of one part stand together, each under what is to be said about it. */
function valuesText(values: readonly ChartValue[], write: WriteYaml): string {
  const lines: string[] = [];
  let part = "";
  for (const { path, value, comment } of values) {
    const [first, second] = path.split(".") as [string, string | undefined];
    if (second !== undefined && part !== first) lines.push(`${first}:`);
    part = first;
    const indent = second === undefined ? "" : "  ";
    if (comment !== "") lines.push(`${indent}# ${comment}`);
    const written = write({ [second ?? first]: value })
      .slice(header.length)
      .trimEnd();
    lines.push(...written.split("\n").map((line) => `${indent}${line}`));
  }
  return `${header}${lines.join("\n")}\n`;
}

function schemaText(values: readonly ChartValue[]): string {
  const $schema = "https://json-schema.org/draft-07/schema#";
  return `${JSON.stringify({ $schema, $comment: generatedBy, ...chartSchemaOf(values) }, undefined, 2)}\n`;
}

function notesOf(parts: ProgramParts, { name }: ManifestSettings): string {
  const namespace = "{{ .Release.Namespace }}";
  const resources = resourcesOf(parts).map(({ plural, group }) => `  kubectl get ${plural}.${group} --all-namespaces`);
  return [
    `{{- /* ${generatedBy} */ -}}`,
    `${name} runs in the namespace ${namespace}:`,
    `  kubectl --namespace ${namespace} rollout status deployment/${name}`,
    ...(resources.length > 0 ? ["Its objects:", ...resources] : []),
    "Its pods keep to Pod Security restricted, which a label makes sure of:",
    `  kubectl label namespace ${namespace} pod-security.kubernetes.io/enforce=restricted`,
    "",
  ].join("\n");
}
