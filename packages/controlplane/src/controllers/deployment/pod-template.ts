/**
 * The template of a Deployment's pods, its hash, and whether two are the same.
 *
 * The hash stands in names and labels, and tells templates apart in all but one of some billion cases: who meets that case counts a
 * collision, which gives another hash. It is computed from the template's JSON, not from Go's dump of it, so its value differs from the
 * one that kube-controller-manager computes; nobody compares them, because templates are compared whole.
 */
import type { PodTemplateSpec } from "@pintle/kinds";
import { compareUtf8, equalJson, getOwn, isJsonObject, type JsonObject, type JsonValue } from "@pintle/machinery";

const templateHashLabel = "pod-template-hash";

const alphabet = "bcdfghjklmnpqrstvwxz2456789";

/** Up to ten characters that are safe in names. */
export function hashPodTemplate(template: PodTemplateSpec, collisionCount: number | undefined): string {
  const text = orderedText(template as unknown as JsonValue);
  const hash = fnv32a(collisionCount === undefined ? text : `${text}#${collisionCount}`);
  return Array.from(String(hash), (digit) => alphabet.charAt(digit.charCodeAt(0) % alphabet.length)).join("");
}

/** Whether two templates make the same pods, whatever their hash labels say. */
export function isSamePodTemplate(left: PodTemplateSpec | undefined, right: PodTemplateSpec | undefined): boolean {
  const [one, other] = [plain(left), plain(right)];
  // Most are the same to the letter, which is found out without a copy.
  return equalJson(one, other) || equalJson(withoutNothing(one) ?? {}, withoutNothing(other) ?? {});
}

/** The labels with a template's hash among them. */
export function withHashLabel(
  labels: { readonly [key: string]: string } | undefined,
  hash: string,
): { [key: string]: string } {
  return { ...labels, [templateHashLabel]: hash };
}

/** A template as people wrote it, without the label that its set gave it. */
export function withoutHashLabel(template: PodTemplateSpec): PodTemplateSpec {
  const { [templateHashLabel]: _, ...labels } = template.metadata?.labels ?? {};
  return { ...template, metadata: { ...template.metadata, labels } };
}

function plain(template: PodTemplateSpec = {}): JsonValue {
  return withoutHashLabel(template) as unknown as JsonValue;
}

/** Leaves out what means the same as its absence: null and empty lists. */
function withoutNothing(value: JsonValue | undefined): JsonValue | undefined {
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map((item) => withoutNothing(item) ?? null);
  if (!isJsonObject(value)) return value;
  const entries: [string, JsonValue][] = [];
  for (const key of Object.keys(value)) {
    const inner = withoutNothing(getOwn(value, key));
    if (inner !== undefined) entries.push([key, inner]);
  }
  return Object.fromEntries(entries) as JsonObject;
}

/** JSON with the keys in one order, so that equal templates have equal texts. */
function orderedText(value: JsonValue | undefined): string {
  const plain = withoutNothing(value);
  if (Array.isArray(plain)) return `[${plain.map(orderedText).join(",")}]`;
  if (!isJsonObject(plain)) return typeof plain === "bigint" ? String(plain) : (JSON.stringify(plain) ?? "null");
  const keys = Object.keys(plain).sort(compareUtf8);
  return `{${keys.map((key) => `${JSON.stringify(key)}:${orderedText(getOwn(plain, key))}`).join(",")}}`;
}

/** FNV-1a of 32 bits over the UTF-8 bytes. */
function fnv32a(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}
