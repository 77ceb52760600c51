/** Which level of security a namespace asks of its pods, by its labels: what is enforced, what is audited, and what is warned of. */
import { FieldError, fieldPath, getOwn, type JsonObject } from "@pintle/machinery";
import { objectAt } from "../../builtin/json-fields.ts";

export type Level = "privileged" | "baseline" | "restricted";

export interface LevelVersion {
  readonly level: Level;
  /** The minor of Kubernetes whose checks count; absent for those of today. */
  readonly minor?: number;
}

export interface SecurityPolicy {
  readonly enforce: LevelVersion;
  readonly audit: LevelVersion;
  readonly warn: LevelVersion;
}

const levels: readonly Level[] = ["privileged", "baseline", "restricted"];
const prefix = "pod-security.kubernetes.io/";
const labelsPath = fieldPath("metadata", "labels");
const privileged: LevelVersion = { level: "privileged" };

/** `baseline:latest`, `restricted:v1.24` */
export function formatLevel({ level, minor }: LevelVersion): string {
  return `${level}:${minor === undefined ? "latest" : `v1.${minor}`}`;
}

export function equalLevels(left: LevelVersion, right: LevelVersion): boolean {
  return left.level === right.level && left.minor === right.minor;
}

/** Greater than zero where the first is the stricter one. */
export function compareLevels(left: Level, right: Level): number {
  return levels.indexOf(left) - levels.indexOf(right);
}

export function isPrivileged({ enforce, audit, warn }: SecurityPolicy): boolean {
  return [enforce, audit, warn].every(({ level }) => level === "privileged");
}

/**
 * There is always a policy, whatever the labels say. A level that cannot be read is the strictest where it is enforced, and none where it
 * would only be told of.
 */
export function readSecurityPolicy(namespace: JsonObject): {
  readonly policy: SecurityPolicy;
  readonly errors: readonly FieldError[];
} {
  const labels = objectAt(namespace, "metadata.labels");
  const errors: FieldError[] = [];
  const refuse = (label: string, value: string, why: string) =>
    errors.push(FieldError.invalid(labelsPath.key(label), value, why));

  function read(mode: "enforce" | "audit" | "warn"): LevelVersion & { readonly isReadable: boolean } {
    const [level, version] = [getOwn(labels, prefix + mode), getOwn(labels, `${prefix}${mode}-version`)];
    const known = levels.find((candidate) => candidate === level);
    const isWrong = typeof level === "string" && known === undefined;
    if (isWrong) refuse(prefix + mode, level, `must be one of ${levels.join(", ")}`);
    const minor = typeof version === "string" ? readMinor(version) : undefined;
    if (minor === "unreadable") {
      refuse(`${prefix}${mode}-version`, String(version), 'must be "latest" or "v1.x"');
    }
    const fallback = isWrong && mode === "enforce" ? "restricted" : privileged.level;
    return { level: known ?? fallback, ...(typeof minor === "number" && { minor }), isReadable: known !== undefined };
  }

  const { isReadable: isEnforced, ...enforce } = read("enforce");
  const { isReadable: _, ...audit } = read("audit");
  const { isReadable: __, ...warn } = read("warn");
  // Whoever only enforces warns too: workloads are not refused, and their pods would be.
  const isWarned = getOwn(labels, `${prefix}warn`) !== undefined;
  if (isWarned || !isEnforced || compareLevels(enforce.level, warn.level) <= 0) {
    return { policy: { enforce, audit, warn }, errors };
  }
  const hasOwnVersion = getOwn(labels, `${prefix}warn-version`) !== undefined;
  const raised = hasOwnVersion ? { ...warn, level: enforce.level } : enforce;
  return { policy: { enforce, audit, warn: raised }, errors };
}

function readMinor(version: string): number | "unreadable" | undefined {
  if (version === "latest") return undefined;
  const [, digits] = /^v1\.(0|[1-9][0-9]*)$/.exec(version) ?? [];
  // Go reads no integer that has more than 64 bits.
  if (digits === undefined || BigInt(digits) >= 2n ** 63n) return "unreadable";
  return Number(digits);
}
