/** An APIService is named after what it serves, and one of the server itself has nobody to trust. */
import {
  FieldError,
  fieldPath,
  type JsonObject,
  validateDns1035Label,
  validateDns1123Subdomain,
} from "@pintle/machinery";
import { numberAt, objectAt, textAt, valueAt } from "../json-fields.ts";
import { checkPort, invalidAll, requireText } from "./checks.ts";
import type { KindRules } from "./rules.ts";

const path = fieldPath("spec");

export const apiServiceRules: Readonly<Record<string, KindRules>> = {
  "apiservices.apiregistration.k8s.io": { validate: validateApiService },
};

function validateApiService(apiService: JsonObject): FieldError[] {
  const spec = objectAt(apiService, "spec");
  return [
    ...checkName(apiService, spec),
    ...checkGroup(spec),
    ...invalidAll(path.child("version"), textAt(spec, "version"), validateDns1035Label(textAt(spec, "version"))),
    ...checkPriority(spec, "groupPriorityMinimum", 20_000),
    ...checkPriority(spec, "versionPriority", 1_000),
    ...(valueAt(spec, "service") === undefined ? checkLocal(spec) : checkService(spec)),
  ];
}

function checkName(apiService: JsonObject, spec: JsonObject): FieldError[] {
  const name = textAt(apiService, "metadata.name");
  const required = `${textAt(spec, "version")}.${textAt(spec, "group")}`;
  if (name === required) return [];
  const detail = `must be \`spec.version+"."+spec.group\`: "${required}"`;
  return [FieldError.invalid(fieldPath("metadata").child("name"), name, detail)];
}

function checkGroup(spec: JsonObject): FieldError[] {
  const group = textAt(spec, "group");
  if (group !== "") return invalidAll(path.child("group"), group, validateDns1123Subdomain(group));
  if (textAt(spec, "version") === "v1") return [];
  return [FieldError.required(path.child("group"), "only v1 may have an empty group and it better be legacy kube")];
}

function checkPriority(spec: JsonObject, key: string, most: number): FieldError[] {
  const priority = numberAt(spec, key) ?? 0;
  if (priority > 0 && priority <= most) return [];
  return [FieldError.invalid(path.child(key), priority, `must be positive and less than ${most}`)];
}

function checkLocal(spec: JsonObject): FieldError[] {
  const errors: FieldError[] = [];
  const bundleBytes = Buffer.from(textAt(spec, "caBundle"), "base64").length;
  if (bundleBytes > 0) {
    const detail = "local APIServices may not have a caBundle";
    errors.push(FieldError.invalid(path.child("caBundle"), `${bundleBytes} bytes`, detail));
  }
  if (spec.insecureSkipTLSVerify === true) {
    const detail = "local APIServices may not have insecureSkipTLSVerify";
    errors.push(FieldError.invalid(path.child("insecureSkipTLSVerify"), true, detail));
  }
  return errors;
}

function checkService(spec: JsonObject): FieldError[] {
  const service = objectAt(spec, "service");
  const at = path.child("service");
  const isDoubtful = spec.insecureSkipTLSVerify === true && textAt(spec, "caBundle") !== "";
  return [
    ...requireText(service, "namespace", at),
    ...requireText(service, "name", at),
    ...checkServicePort(numberAt(service, "port") ?? 443),
    ...(isDoubtful
      ? [FieldError.invalid(path.child("insecureSkipTLSVerify"), true, "may not be true if caBundle is present")]
      : []),
  ];
}

function checkServicePort(port: number): FieldError[] {
  const at = path.child("service").child("port");
  return checkPort(port, at).map(({ detail }) => FieldError.invalid(at, port, `port is not valid: ${detail}`));
}
