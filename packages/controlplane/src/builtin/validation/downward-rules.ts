/** What a pod may learn about itself: some of its fields, and the resources of its containers. */
import { FieldError, type FieldPath, type JsonObject, validateQualifiedName } from "@pintle/machinery";
import { textAt } from "../json-fields.ts";
import { invalidAll, requireText } from "./checks.ts";

const known = new Set([
  "metadata.annotations",
  "metadata.labels",
  "metadata.name",
  "metadata.namespace",
  "metadata.uid",
  "spec.nodeName",
  "spec.restartPolicy",
  "spec.serviceAccountName",
  "spec.schedulerName",
  "status.phase",
  "status.hostIP",
  "status.hostIPs",
  "status.podIP",
  "status.podIPs",
]);

export function validateFieldRef(reference: JsonObject, allowed: readonly string[], path: FieldPath): FieldError[] {
  const text = textAt(reference, "fieldPath");
  const at = path.child("fieldPath");
  if (text === "") return [FieldError.required(at, "")];
  const problem = complainOfPath(textAt(reference, "apiVersion"), text);
  if (problem !== undefined) return [FieldError.invalid(at, text, `error converting fieldPath: ${problem}`)];
  const [, subscript] = splitSubscript(text);
  if (subscript !== undefined) {
    const key = text.startsWith("metadata.annotations") ? subscript.toLowerCase() : subscript;
    return invalidAll(path, key, validateQualifiedName(key));
  }
  return allowed.includes(text) ? [] : [FieldError.notSupported(at, text, allowed)];
}

function complainOfPath(version: string, text: string): string | undefined {
  if (version !== "v1") return `unsupported pod version: ${version}`;
  const [field, subscript] = splitSubscript(text);
  if (subscript !== undefined && field !== "metadata.annotations" && field !== "metadata.labels") {
    return `field label does not support subscript: ${text}`;
  }
  return known.has(field) ? undefined : `field label not supported: ${text}`;
}

/** `metadata.labels['app']`, taken apart. */
function splitSubscript(text: string): [field: string, subscript?: string] {
  const found = /^(.+)\['(.*)'\]$/s.exec(text);
  return found ? [found[1] ?? "", found[2] ?? ""] : [text];
}

const resources = [
  "limits.cpu",
  "limits.ephemeral-storage",
  "limits.memory",
  "requests.cpu",
  "requests.ephemeral-storage",
  "requests.memory",
];

const cpuDivisors = ["1m", "1"];
const byteDivisors = ["1", "1k", "1M", "1G", "1T", "1P", "1E", "1Ki", "1Mi", "1Gi", "1Ti", "1Pi", "1Ei"];

export function validateResourceRef(reference: JsonObject, isVolume: boolean, path: FieldPath): FieldError[] {
  const resource = textAt(reference, "resource");
  if (isVolume && textAt(reference, "containerName") === "") return requireText(reference, "containerName", path);
  if (resource === "") return requireText(reference, "resource", path);
  const isHuge = resource.startsWith("limits.hugepages-") || resource.startsWith("requests.hugepages-");
  if (!resources.includes(resource) && !isHuge) {
    return [FieldError.notSupported(path.child("resource"), resource, resources)];
  }
  return checkDivisor(resource, textAt(reference, "divisor"), path.child("divisor"));
}

function checkDivisor(resource: string, divisor: string, path: FieldPath): FieldError[] {
  if (divisor === "" || divisor === "0") return [];
  const name = resource.slice(resource.indexOf(".") + 1);
  const allowed = name === "cpu" ? cpuDivisors : byteDivisors;
  if (allowed.includes(divisor)) return [];
  const what =
    name === "cpu"
      ? "1m and 1 are supported with the cpu resource"
      : `${byteDivisors.join(", ")} are supported with the ${name.startsWith("hugepages") ? "hugepages" : name === "ephemeral-storage" ? "local ephemeral storage" : name} resource`;
  return [FieldError.invalid(path, resource, `only divisor's values ${what}`)];
}
