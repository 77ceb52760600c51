/**
 * Keeps the roles and bindings that a cluster cannot do without: what was taken from them comes back at the next start, what was added
 * stays. Whoever wants one left alone sets its annotation `rbac.authorization.kubernetes.io/autoupdate` to `false`.
 */
import { findMissingRules, type PolicyRule, readPolicyRules } from "@pintle/apiserver";
import { equalJson, getOwn, type JsonObject, type JsonValue } from "@pintle/machinery";
import { listAt, objectAt, withField } from "../builtin/json-fields.ts";

const autoUpdate = "rbac.authorization.kubernetes.io/autoupdate";

/** The object as it shall be; the one that was found where nothing is missing. A roleRef cannot be changed, and stays. */
export function reconcileRole(found: JsonObject, expected: JsonObject): JsonObject {
  const metadata = objectAt(found, "metadata");
  if (getOwn(objectAt(metadata, "annotations"), autoUpdate) === "false") return found;
  const labelled = ["labels", "annotations"].reduce((kept, key) => {
    const merged = { ...objectAt(expected, `metadata.${key}`), ...objectAt(metadata, key) };
    return Object.keys(merged).length === Object.keys(objectAt(metadata, key)).length
      ? kept
      : withField(kept, key, merged);
  }, metadata);
  const parts = ["subjects", "aggregationRule"].reduce(
    (kept, key) => (key in expected ? restorePart(kept, expected, key) : kept),
    withField(found, "metadata", labelled),
  );
  // A role that gathers its rules has none of its own to be restored.
  const missing =
    "aggregationRule" in expected ? [] : findMissingRules(readPolicyRules(found), readPolicyRules(expected));
  return missing.length === 0
    ? parts
    : withField(parts, "rules", [...listAt(parts, "rules"), ...missing.map(writeRule)]);
}

function restorePart(object: JsonObject, expected: JsonObject, key: string): JsonObject {
  if (key === "subjects") return withField(object, key, withMissing(listAt(object, key), listAt(expected, key)));
  const path = "clusterRoleSelectors";
  const rule = objectAt(object, key);
  return withField(
    object,
    key,
    withField(rule, path, withMissing(listAt(rule, path), listAt(expected[key] as JsonObject, path))),
  );
}

function withMissing(found: readonly JsonValue[], expected: readonly JsonValue[]): JsonValue[] {
  return [...found, ...expected.filter((item) => !found.some((other) => equalJson(other, item)))];
}

function writeRule(rule: PolicyRule): JsonObject {
  const parts = Object.entries(rule).filter(([, values]: [string, readonly string[]]) => values.length > 0);
  return Object.fromEntries(parts.map(([key, values]: [string, readonly string[]]) => [key, [...values]]));
}
