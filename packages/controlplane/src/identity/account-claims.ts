/** What a token of a service account says, and whether what it speaks of is still there. */
import type { UserInfo } from "@pintle/apiserver";
import { ApiError, isJsonObject, type JsonObject } from "@pintle/machinery";
import { textAt } from "../builtin/json-fields.ts";
import type { FindNamed } from "./named-objects.ts";

/** Clocks may differ by so much. */
export const leewayMs = 60_000;

/** The objects that a token can be bound to, in the order in which they are looked at. */
const boundKinds = [
  { claim: "secret", plural: "secrets", isNamespaced: true },
  { claim: "pod", plural: "pods", isNamespaced: true },
  { claim: "node", plural: "nodes", isNamespaced: false },
] as const;

/** Throws for claims whose time is not now. */
export function checkTimes({ exp, nbf }: JsonObject, nowMs: number): void {
  if (typeof exp !== "number" || nowMs - leewayMs > exp * 1_000) throw new Error("service account token has expired");
  if (typeof nbf === "number" && nowMs + leewayMs < nbf * 1_000) {
    throw new Error("service account token is not valid yet");
  }
}

/** Throws when the account, or an object that the token is bound to, is gone or another one of the same name. */
export async function checkObjects(find: FindNamed, claims: JsonObject, nowMs: number): Promise<void> {
  const about = boundPartOf(claims);
  const namespace = textAt(about, "namespace");
  const { name, uid } = referenceOf(about, "serviceaccount");
  const account = await find(`serviceaccounts/${namespace}/${name}`);
  if (account === undefined) throw ApiError.notFound({ group: "", resource: "serviceaccounts" }, name);
  const found = textAt(account, "metadata.uid");
  if (found !== uid) throw new Error(`service account UID (${found}) does not match claim (${uid})`);
  if (isGone(account, nowMs)) throw new Error(`service account ${namespace}/${name} has been deleted`);
  for (const { claim, plural, isNamespaced } of boundKinds) {
    // The node of a token that is bound to a pod is only told.
    if (!isJsonObject(about[claim]) || (claim === "node" && isJsonObject(about.pod))) continue;
    const reference = referenceOf(about, claim);
    const object = await find(`${plural}/${isNamespaced ? `${namespace}/` : ""}${reference.name}`);
    if (object === undefined || isGone(object, nowMs)) throw new Error("service account token has been invalidated");
    const uidNow = textAt(object, "metadata.uid");
    if (uidNow === reference.uid) continue;
    throw new Error(`${claim} UID (${uidNow}) does not match service account ${claim} ref claim (${reference.uid})`);
  }
}

export function userOfClaims(claims: JsonObject): UserInfo {
  const about = boundPartOf(claims);
  const namespace = textAt(about, "namespace");
  const extras = (["pod", "node"] as const).flatMap((claim) => {
    const { name, uid } = referenceOf(about, claim);
    return [
      [`${claim}-name`, name],
      [`${claim}-uid`, uid],
    ];
  });
  const told = [...extras, ["credential-id", `JTI=${textAt(claims, "jti")}`]].filter(([, value]) => value !== "");
  return {
    name: textAt(claims, "sub"),
    uid: referenceOf(about, "serviceaccount").uid,
    groups: ["system:serviceaccounts", `system:serviceaccounts:${namespace}`],
    extra: Object.fromEntries(told.map(([key, value = ""]) => [`authentication.kubernetes.io/${key}`, [value]])),
  };
}

function boundPartOf(claims: JsonObject): JsonObject {
  const part = claims["kubernetes.io"];
  return isJsonObject(part) ? part : {};
}

function referenceOf(about: JsonObject, claim: string): { readonly name: string; readonly uid: string } {
  return { name: textAt(about, `${claim}.name`), uid: textAt(about, `${claim}.uid`) };
}

function isGone(object: JsonObject, nowMs: number): boolean {
  const deleted = textAt(object, "metadata.deletionTimestamp");
  return deleted !== "" && Date.parse(deleted) < nowMs - leewayMs;
}
