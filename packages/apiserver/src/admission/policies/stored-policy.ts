/** Policies and their bindings as they are stored, read once for each version of them. */
import { type GroupVersionKind, getOwn, isJsonObject, type JsonObject, type JsonValue } from "@pintle/machinery";
import { metadataText, textOf } from "../../registry/object-metadata.ts";
import { type MatchCriteria, readSelector } from "../match/match-request.ts";
import { readMatchRules } from "../match/matcher.ts";

export interface StoredPolicy {
  readonly name: string;
  /** Whether what cannot be decided is let through. */
  readonly ignoresFailures: boolean;
  readonly criteria: MatchCriteria;
  readonly paramKind?: GroupVersionKind;
  readonly spec: JsonObject;
}

export interface StoredBinding {
  readonly name: string;
  readonly policyName: string;
  /** Absent where the binding adds nothing to what the policy is for. */
  readonly criteria?: MatchCriteria;
  readonly paramRef?: JsonObject;
  /** Of validating policies alone. */
  readonly validationActions: readonly string[];
}

export function readPolicy(object: JsonObject): StoredPolicy {
  const spec = objectOr(getOwn(object, "spec")) ?? {};
  const paramKind = objectOr(getOwn(spec, "paramKind"));
  return {
    name: metadataText(object, "name"),
    ignoresFailures: textOf(spec, "failurePolicy") === "Ignore",
    criteria: readMatchResources(objectOr(getOwn(spec, "matchConstraints")) ?? {}),
    ...(paramKind && { paramKind: readKind(paramKind) }),
    spec,
  };
}

export function readBinding(object: JsonObject): StoredBinding {
  const spec = objectOr(getOwn(object, "spec")) ?? {};
  const matchResources = objectOr(getOwn(spec, "matchResources"));
  const paramRef = objectOr(getOwn(spec, "paramRef"));
  return {
    name: metadataText(object, "name"),
    policyName: textOf(spec, "policyName"),
    ...(matchResources && { criteria: readMatchResources(matchResources) }),
    ...(paramRef && { paramRef }),
    validationActions: listOf(spec, "validationActions").filter((action) => typeof action === "string"),
  };
}

/** Without rules everything is meant. */
function readMatchResources(resources: JsonObject): MatchCriteria {
  const rules = readMatchRules(getOwn(resources, "resourceRules"));
  return {
    rules: rules.length === 0 ? "everything" : rules,
    excludeRules: readMatchRules(getOwn(resources, "excludeResourceRules")),
    matchPolicy: textOf(resources, "matchPolicy") === "Equivalent" ? "Equivalent" : "Exact",
    namespaceSelector: readSelector(getOwn(resources, "namespaceSelector")),
    objectSelector: readSelector(getOwn(resources, "objectSelector")),
  };
}

/** A version that is none belongs to a kind that is not there. */
function readKind(paramKind: JsonObject): GroupVersionKind {
  const [version = "", ...group] = textOf(paramKind, "apiVersion").split("/").toReversed();
  return { group: group.join("/"), version, kind: textOf(paramKind, "kind") };
}

function objectOr(value: JsonValue | undefined): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined;
}

export function listOf(object: JsonObject, key: string): readonly JsonValue[] {
  const value = getOwn(object, key);
  return Array.isArray(value) ? value : [];
}

export function objectsOf(object: JsonObject, key: string): readonly JsonObject[] {
  return listOf(object, key).filter(isJsonObject);
}

/** Gives what `compile` makes of a policy, made when it is first asked for. */
export function compiledOnce<Compiled>(compile: (spec: JsonObject) => Compiled): (policy: StoredPolicy) => Compiled {
  const known = new WeakMap<StoredPolicy, { readonly compiled: Compiled }>();
  return (policy) => {
    let entry = known.get(policy);
    if (!entry) {
      entry = { compiled: compile(policy.spec) };
      known.set(policy, entry);
    }
    return entry.compiled;
  };
}
