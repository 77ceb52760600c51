/** Reads a policy as kube-apiserver reads its file: YAML or JSON, judged in its words, with unknown fields overlooked. */
import { getOwn, isJsonObject, type JsonObject, type JsonValue, joinFieldErrors } from "@pintle/machinery";
import { jsonTypeWord } from "../wire/json/json-type-word.ts";
import { readYaml } from "../wire/yaml-body.ts";
import { YamlBodyError } from "../wire/yaml-body-error.ts";
import type { AuditedResources, AuditPolicy, AuditRule } from "./audit-policy.ts";
import { validateAuditPolicy } from "./validate-audit-policy.ts";

export class AuditPolicyError extends Error {
  override readonly name = "AuditPolicyError";
}

/** Throws an `AuditPolicyError`. */
export function readAuditPolicy(text: string): AuditPolicy {
  const object = readObject(text);
  const { kind = "Policy", apiVersion = "" } = object;
  if (apiVersion === "") throw refuse("unknown group version field audit.k8s.io/__internal, Kind=Policy in policy");
  if (apiVersion !== "audit.k8s.io/v1" || kind !== "Policy") {
    throw refuse(
      `failed decoding: no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)}`,
    );
  }
  const policy = readPolicy(object);
  const errors = validateAuditPolicy(policy);
  if (errors.length > 0) throw refuse(joinFieldErrors(errors));
  if (policy.rules.length === 0) throw refuse("loaded illegal policy with 0 rules");
  return policy;
}

function refuse(message: string): AuditPolicyError {
  return new AuditPolicyError(message);
}

function readObject(text: string): JsonObject {
  let value: JsonValue;
  try {
    ({ value } = readYaml(text));
  } catch (error) {
    if (error instanceof YamlBodyError) throw refuse(`failed decoding: ${error.message}`);
    throw error;
  }
  if (isJsonObject(value)) return value;
  if (value === null) return {};
  throw refuse(
    `failed decoding: couldn't get version/kind; json parse error: json: cannot unmarshal ${jsonTypeWord(value)}`,
  );
}

/** Reads the fields that there are; those of another type are told as Go would. */
class Fields {
  readonly #object: JsonObject;
  readonly #struct: string;
  readonly #path: string;

  constructor(object: JsonObject, struct: string, path = "") {
    this.#object = object;
    this.#struct = struct;
    this.#path = path;
  }

  text(key: string, goType = "string"): string | undefined {
    return this.#read(key, goType, (value) => typeof value === "string") as string | undefined;
  }

  boolean(key: string): boolean | undefined {
    return this.#read(key, "bool", (value) => typeof value === "boolean") as boolean | undefined;
  }

  texts(key: string, goType = "string"): string[] | undefined {
    return this.list(key, goType, (item) => (typeof item === "string" ? item : undefined));
  }

  objects<Item>(key: string, struct: string, read: (fields: Fields) => Item): Item[] | undefined {
    const path = this.#path === "" ? `${key}.` : `${this.#path}${key}.`;
    return this.list(key, `v1.${struct}`, (item) =>
      isJsonObject(item) ? read(new Fields(item, struct, path)) : undefined,
    );
  }

  list<Item>(key: string, goType: string, read: (item: JsonValue) => Item | undefined): Item[] | undefined {
    const list = this.#read(key, `[]${goType}`, Array.isArray) as JsonValue[] | undefined;
    return list?.map((item) => read(item) ?? this.#refuse(key, item, goType));
  }

  #read(key: string, goType: string, isRight: (value: JsonValue) => boolean): JsonValue | undefined {
    const value = getOwn(this.#object, key);
    if (value === undefined || value === null) return undefined;
    return isRight(value) ? value : this.#refuse(key, value, goType);
  }

  #refuse(key: string, value: JsonValue, goType: string): never {
    const field = `${this.#struct}.${this.#path}${key}`;
    throw refuse(
      `failed decoding: json: cannot unmarshal ${jsonTypeWord(value)} into Go struct field ${field} of type ${goType}`,
    );
  }
}

function readPolicy(object: JsonObject): AuditPolicy {
  const fields = new Fields(object, "Policy");
  return definedOnly({
    rules: fields.objects("rules", "PolicyRule", readRule) ?? [],
    omitStages: fields.texts("omitStages", "v1.Stage"),
    omitManagedFields: fields.boolean("omitManagedFields"),
  });
}

function readRule(fields: Fields): AuditRule {
  return definedOnly({
    level: fields.text("level", "v1.Level") ?? "",
    users: fields.texts("users"),
    userGroups: fields.texts("userGroups"),
    verbs: fields.texts("verbs"),
    resources: fields.objects("resources", "GroupResources", readResources),
    namespaces: fields.texts("namespaces"),
    nonResourceURLs: fields.texts("nonResourceURLs"),
    omitStages: fields.texts("omitStages", "v1.Stage"),
    omitManagedFields: fields.boolean("omitManagedFields"),
  });
}

function readResources(fields: Fields): AuditedResources {
  return definedOnly({
    group: fields.text("group"),
    resources: fields.texts("resources"),
    resourceNames: fields.texts("resourceNames"),
  });
}

/** Levels and stages are texts here, and judged by who validates them. */
function definedOnly<Result>(fields: Readonly<Record<string, unknown>>): Result {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Result;
}
