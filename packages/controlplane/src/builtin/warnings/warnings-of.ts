/** Which kinds warn: of themselves, and of the pods that they are or have templates for. */
import { isJsonObject, type JsonObject } from "@pintle/machinery";
import { numberAt, valueAt } from "../json-fields.ts";
import type { KindStrategies } from "../strategies/own-strategies.ts";
import { kindWarnings } from "./kind-warnings.ts";
import { podWarnings } from "./pod-warnings.ts";

const templatePaths: ReadonlyMap<string, string> = new Map([
  ["daemonsets.apps", "spec.template"],
  ["deployments.apps", "spec.template"],
  ["replicasets.apps", "spec.template"],
  ["statefulsets.apps", "spec.template"],
  ["replicationcontrollers", "spec.template"],
  ["jobs.batch", "spec.template"],
  ["cronjobs.batch", "spec.jobTemplate.spec.template"],
  ["podtemplates", "template"],
]);

/** The strategies of a resource with its warnings behind those that they have. Pods are not warned of when they change. */
export function withPodWarnings(name: string, given: KindStrategies): KindStrategies {
  const strategies = withKindWarnings(name, given);
  const { main, views } = strategies;
  const path = templatePaths.get(name);
  if (path === undefined && name !== "pods") return strategies;
  const warn = (object: JsonObject) => (path === undefined ? podWarnings(object, "") : templateWarnings(object, path));
  return {
    main: {
      ...main,
      warnCreate: (object) => [...(main.warnCreate?.(object) ?? []), ...warn(object)],
      ...(path !== undefined && {
        warnUpdate: (object, old) => [
          ...(main.warnUpdate?.(object, old) ?? []),
          ...(generationOf(object) === generationOf(old) ? [] : warn(object)),
        ],
      }),
    },
    views,
  };
}

function withKindWarnings(name: string, strategies: KindStrategies): KindStrategies {
  const found = kindWarnings.get(name);
  if (found === undefined) return strategies;
  const { create, update } = found;
  const { main, views } = strategies;
  return {
    main: { ...main, ...(create && { warnCreate: create }), ...(update && { warnUpdate: update }) },
    views,
  };
}

function templateWarnings(object: JsonObject, path: string): string[] {
  const template = valueAt(object, path);
  return isJsonObject(template) ? podWarnings(template, `${path}.`) : [];
}

function generationOf(object: JsonObject): number | undefined {
  return numberAt(object, "metadata.generation");
}
