/**
 * Configurations of webhooks: what judges expressions is loaded before the first that has conditions is looked at, and names that belong to
 * configurations in files are warned of.
 */
import { type Beginning, loadExpressionJudge } from "@pintle/apiserver";
import type { JsonObject } from "@pintle/machinery";
import { listAt, objectsAt, textAt } from "../json-fields.ts";
import type { Specialize } from "./own-strategies.ts";

const configuration: Specialize = ({ main, views }) => ({
  main: { ...main, begin: beginWithJudge, warnCreate: warnOfName, warnUpdate: warnOfName },
  views,
});

export const webhookStrategies: Readonly<Record<string, Specialize>> = {
  "mutatingwebhookconfigurations.admissionregistration.k8s.io": configuration,
  "validatingwebhookconfigurations.admissionregistration.k8s.io": configuration,
};

const fileSuffix = ".static.k8s.io";

function warnOfName(object: JsonObject): string[] {
  if (!textAt(object, "metadata.name").endsWith(fileSuffix)) return [];
  return [
    `metadata.name: names ending with "${fileSuffix}" are reserved for static manifest-based configurations and cannot be managed via the API`,
  ];
}

async function beginWithJudge(object: JsonObject): Promise<Beginning> {
  const hasConditions = objectsAt(object, "webhooks").some((webhook) => listAt(webhook, "matchConditions").length > 0);
  if (hasConditions) await loadExpressionJudge();
  return { object, finish: async () => undefined };
}
