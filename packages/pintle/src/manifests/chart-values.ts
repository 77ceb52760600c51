/**
 * What can be said when a chart is installed: each value with its place in an object, what it is unless said, and its schema. So values, schema
 * and templates cannot come apart.
 */
import type { JsonObject, JsonValue } from "@pintle/machinery";
import { defaultResources } from "./deployment.ts";
import type { ManifestSettings } from "./manifest-options.ts";

export interface ChartValue {
  /** `image.repository` */
  readonly path: string;
  readonly value: JsonValue;
  readonly schema: JsonObject;
  /** What `values.yaml` says about it. */
  readonly comment: string;
}

export function chartValuesOf(settings: ManifestSettings): readonly ChartValue[] {
  const { repository, tag, digest } = parseImage(settings.image);
  const text = { type: "string" };
  const flag = { type: "boolean" };
  const some = { type: "object" };
  const list = { type: "array" };
  const value = (path: string, initial: JsonValue, schema: JsonObject, comment: string): ChartValue => ({
    ...{ path, value: initial, schema, comment },
  });
  return [
    value("image.repository", repository, { ...text, minLength: 1 }, "The program's image."),
    value("image.tag", tag, text, "That of the chart's appVersion when it is empty."),
    value("image.digest", digest, { ...text, pattern: "^(sha256:[0-9a-f]{64})?$" }, "Counts more than the tag."),
    value("image.pullPolicy", "IfNotPresent", { enum: ["Always", "IfNotPresent", "Never"] }, ""),
    value("imagePullSecrets", [], list, ""),
    value("replicas", settings.replicas, { type: "integer", minimum: 0 }, "One leads, all of them serve webhooks."),
    value("resources", defaultResources as unknown as JsonObject, some, ""),
    value("nodeSelector", {}, some, ""),
    value("tolerations", [], list, ""),
    value("affinity", {}, some, ""),
    value("priorityClassName", "", text, ""),
    value("extraArgs", [], { ...list, items: text }, "More flags of the program."),
    value("extraEnv", [], list, "More variables of its environment."),
    value("crds.enabled", true, flag, "Whether the definitions of resources come with the chart."),
    value("crds.keep", true, flag, "Whether they, and with them all objects, stay when the chart goes."),
    value("networkPolicy.enabled", true, flag, "Closes all ports but those of webhooks, metrics and probes."),
    value("podDisruptionBudget.enabled", true, flag, ""),
    ...(settings.metrics === "off"
      ? []
      : [value("serviceMonitor.enabled", false, flag, "For clusters with the Prometheus Operator.")]),
  ];
}

/** The schema of `values.yaml`: a value that nobody reads is a mistake, but a chart above this one may have `global` values. */
export function chartSchemaOf(values: readonly ChartValue[]): JsonObject {
  const properties: Record<string, JsonValue> = { global: { type: "object" } };
  for (const { path, schema } of values) {
    const [first, second] = path.split(".") as [string, string | undefined];
    if (second === undefined) properties[first] = schema;
    else {
      const found = (properties[first] as { properties?: JsonObject } | undefined)?.properties;
      properties[first] = { type: "object", additionalProperties: false, properties: { ...found, [second]: schema } };
    }
  }
  return { type: "object", additionalProperties: false, properties };
}

/** A port is before a slash, a tag behind the last one. */
export function parseImage(image: string): {
  readonly repository: string;
  readonly tag: string;
  readonly digest: string;
} {
  const [named = "", digest = ""] = image.split("@");
  const [, repository = named, tag = ""] = /^(.*):([^:/]+)$/.exec(named) ?? [];
  return { repository, tag, digest };
}
