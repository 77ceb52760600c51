/**
 * Roles and bindings in memory, found by who asks: a question costs as much as the asker has bindings, however many others have.
 *
 * ```text
 *   user, groups ──▶ bindings of the cluster ─┐
 *               └──▶ bindings of the namespace ┴──▶ role ──▶ rules
 * ```
 */
import {
  compareUtf8,
  compileLabelSelector,
  getOwn,
  isJsonObject,
  type JsonObject,
  type LabelSelector,
} from "@pintle/machinery";
import type { UserInfo } from "../../pipeline/request-context.ts";
import { type PolicyRule, readPolicyRules } from "./policy-rule.ts";
import { type Binding, groupKey, type RoleRef, readBinding, subjectKey, userKey } from "./role-binding.ts";

export type PolicyKind = "roles" | "clusterroles" | "rolebindings" | "clusterrolebindings";

interface ClusterRole {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly rules: readonly PolicyRule[];
  /** What it gathers its rules from, in place of rules of its own. */
  readonly selects: readonly ((labels: Readonly<Record<string, string>>) => boolean)[];
}

/** By subject, then by the binding's name. */
type BindingsBySubject = Map<string, Map<string, Binding>>;

export class PolicyIndex {
  readonly #roles = new Map<string, readonly PolicyRule[]>();
  readonly #clusterRoles = new Map<string, ClusterRole>();
  readonly #bindings = new Map<string, Binding>();
  /** By namespace; those of the whole cluster are under the empty name. */
  readonly #bySubject = new Map<string, BindingsBySubject>();
  /** Those cluster roles that gather others. */
  readonly #gathering = new Map<string, ClusterRole>();
  readonly #gathered = new Map<string, readonly PolicyRule[]>();

  /** Takes an object in place of the one before, or away where it is `undefined`. */
  set(kind: PolicyKind, namespace: string, name: string, object: JsonObject | undefined): void {
    const key = `${namespace}/${name}`;
    if (kind === "roles") {
      if (object) this.#roles.set(key, readPolicyRules(object));
      else this.#roles.delete(key);
    } else if (kind === "clusterroles") {
      this.#setClusterRole(name, object && readClusterRole(object, name));
    } else this.#setBinding(key, object && readBinding(object, namespace, name));
  }

  /** The bindings that give the user something there, those of the whole cluster first, each once. */
  bindingsOf({ name, groups }: UserInfo, namespace: string): Iterable<Binding> {
    const found = new Set<Binding>();
    for (const place of namespace === "" ? [""] : ["", namespace]) {
      const bySubject = this.#bySubject.get(place);
      if (bySubject === undefined) continue;
      for (const binding of bySubject.get(userKey(name))?.values() ?? []) found.add(binding);
      for (const group of groups) {
        for (const binding of bySubject.get(groupKey(group))?.values() ?? []) found.add(binding);
      }
    }
    return found;
  }

  /** Whether the cluster role gathers its rules from others. */
  isGathering(name: string): boolean {
    return this.#gathering.has(name);
  }

  /** `undefined` where there is no such role. */
  rulesOf({ kind, name }: RoleRef, namespace: string): readonly PolicyRule[] | undefined {
    if (kind === "Role") return this.#roles.get(`${namespace}/${name}`);
    const role = kind === "ClusterRole" ? this.#clusterRoles.get(name) : undefined;
    if (role === undefined || role.selects.length === 0) return role?.rules;
    const known = this.#gathered.get(name);
    if (known) return known;
    const rules = [...this.#gather(role, new Set())].flatMap((source) => source.rules);
    this.#gathered.set(name, rules);
    return rules;
  }

  #setClusterRole(name: string, role: ClusterRole | undefined): void {
    const before = this.#clusterRoles.get(name);
    if (role) this.#clusterRoles.set(name, role);
    else this.#clusterRoles.delete(name);
    // Most roles are gathered by nobody, and what was gathered need not be gathered again for them.
    const isGathered = [before, role].some((version) => version && this.#countsForOthers(version));
    if (before?.selects.length) this.#gathering.delete(name);
    if (role?.selects.length) this.#gathering.set(name, role);
    if (isGathered) this.#gathered.clear();
  }

  #countsForOthers({ labels, selects }: ClusterRole): boolean {
    if (selects.length > 0) return true;
    return [...this.#gathering.values()].some((other) => other.selects.some((isSelected) => isSelected(labels)));
  }

  /** All roles with rules of their own that the role selects, directly or through others. Roles may select each other. */
  #gather(role: ClusterRole, visited: Set<ClusterRole>): Set<ClusterRole> {
    visited.add(role);
    if (role.selects.length === 0) return new Set([role]);
    const sources = new Set<ClusterRole>();
    const selected = [...this.#clusterRoles.values()]
      .filter(({ labels }) => role.selects.some((isSelected) => isSelected(labels)))
      .sort((one, other) => compareUtf8(one.name, other.name));
    for (const candidate of selected) {
      if (visited.has(candidate)) continue;
      for (const source of this.#gather(candidate, visited)) sources.add(source);
    }
    return sources;
  }

  #setBinding(key: string, binding: Binding | undefined): void {
    const before = this.#bindings.get(key);
    if (before) this.#forgetSubjects(key, before);
    if (binding === undefined) this.#bindings.delete(key);
    else {
      this.#bindings.set(key, binding);
      this.#noteSubjects(key, binding);
    }
  }

  #noteSubjects(key: string, binding: Binding): void {
    const bySubject = getOrAdd(this.#bySubject, binding.namespace, () => new Map());
    for (const subject of binding.subjects.map(subjectKey)) {
      if (subject !== undefined) getOrAdd(bySubject, subject, () => new Map()).set(key, binding);
    }
  }

  #forgetSubjects(key: string, { namespace, subjects }: Binding): void {
    const bySubject = this.#bySubject.get(namespace);
    for (const subject of subjects.map(subjectKey)) {
      const bindings = bySubject?.get(subject ?? "");
      bindings?.delete(key);
      if (bindings?.size === 0) bySubject?.delete(subject ?? "");
    }
    if (bySubject?.size === 0) this.#bySubject.delete(namespace);
  }
}

function getOrAdd<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

function readClusterRole(object: JsonObject, name: string): ClusterRole {
  const metadata = getOwn(object, "metadata");
  const labels = isJsonObject(metadata) ? getOwn(metadata, "labels") : undefined;
  const aggregation = getOwn(object, "aggregationRule");
  const selectors = isJsonObject(aggregation) ? getOwn(aggregation, "clusterRoleSelectors") : undefined;
  return {
    name,
    labels: isJsonObject(labels) ? (labels as Record<string, string>) : {},
    rules: readPolicyRules(object),
    selects: Array.isArray(selectors) ? selectors.filter(isJsonObject).map(compileSelector) : [],
  };
}

/** Selectors were validated when the role was stored; one that cannot be read nevertheless selects nothing. */
function compileSelector(selector: JsonObject): ClusterRole["selects"][number] {
  try {
    const compiled = compileLabelSelector(selector as LabelSelector);
    return (labels) => compiled.matches(labels);
  } catch {
    return () => false;
  }
}
