/** The class of service that a pod gets, by what its containers request and are limited to. */
import { compareQuantity, type JsonObject, parseQuantity, signOfQuantity } from "@pintle/machinery";
import { objectAt, objectsAt } from "../json-fields.ts";

const counted = ["cpu", "memory"];

/** `Guaranteed` where all CPU and memory is limited and requested alike, `BestEffort` where nobody says anything. */
export function qualityOf(pod: JsonObject): "Guaranteed" | "Burstable" | "BestEffort" {
  const whole = objectAt(pod, "spec.resources");
  const isWhole = isAsking(objectAt(whole, "requests")) || isAsking(objectAt(whole, "limits"));
  const parts = isWhole
    ? [whole]
    : [...objectsAt(pod, "spec.containers"), ...objectsAt(pod, "spec.initContainers")].map((container) =>
        objectAt(container, "resources"),
      );
  const asking = parts.filter((part) => isAsking(objectAt(part, "requests")) || isAsking(objectAt(part, "limits")));
  if (asking.length === 0) return "BestEffort";
  return parts.every(isGuaranteed) ? "Guaranteed" : "Burstable";
}

function isAsking(resources: JsonObject): boolean {
  return counted.some((name) => amountOf(resources, name) !== undefined);
}

function isGuaranteed(resources: JsonObject): boolean {
  return counted.every((name) => {
    const limit = amountOf(objectAt(resources, "limits"), name);
    const request = amountOf(objectAt(resources, "requests"), name) ?? limit;
    if (limit === undefined || request === undefined) return false;
    return compareQuantity(parseQuantity(limit), parseQuantity(request)) === 0;
  });
}

/** What is not above zero counts as not said. */
function amountOf(resources: JsonObject, name: string): string | undefined {
  const value = resources[name];
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  try {
    const text = String(value);
    return signOfQuantity(parseQuantity(text)) > 0 ? text : undefined;
  } catch {
    return undefined;
  }
}
