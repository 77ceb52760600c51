/**
 * Tokens of service accounts that lie in Secrets, as all of them did once: they never expire, and are believed as long as their Secret
 * holds them.
 */
import { Buffer } from "node:buffer";
import { equalTokens, type UserInfo } from "@pintle/apiserver";
import { ApiError, getOwn, type JsonObject } from "@pintle/machinery";
import { textAt } from "../builtin/json-fields.ts";
import type { FindNamed } from "./named-objects.ts";

export const secretTokenIssuer = "kubernetes/serviceaccount";

const claimPrefix = "kubernetes.io/serviceaccount/";
const invalidLabel = "kubernetes.io/legacy-token-invalid-since";

export function secretTokenClaims(account: JsonObject, secretName: string): JsonObject {
  const [name = "", namespace = "", uid = ""] = ["name", "namespace", "uid"].map((part) =>
    textAt(account, `metadata.${part}`),
  );
  return {
    iss: secretTokenIssuer,
    [`${claimPrefix}namespace`]: namespace,
    [`${claimPrefix}secret.name`]: secretName,
    [`${claimPrefix}service-account.name`]: name,
    [`${claimPrefix}service-account.uid`]: uid,
    sub: `system:serviceaccount:${namespace}:${name}`,
  };
}

/** Who a token with these claims stands for. Throws where it is no longer to be believed. */
export async function userOfSecretToken(find: FindNamed, token: string, claims: JsonObject): Promise<UserInfo> {
  const claim = (name: string) => String(getOwn(claims, `${claimPrefix}${name}`) ?? "");
  const namespace = claim("namespace");
  const secretName = claim("secret.name");
  const name = claim("service-account.name");
  const uid = claim("service-account.uid");
  const secret = await find(`secrets/${namespace}/${secretName}`);
  if (!secret || textAt(secret, "metadata.deletionTimestamp") !== "") throw new Error("Token has been invalidated");
  if (!equalTokens(Buffer.from(textAt(secret, "data.token"), "base64"), Buffer.from(token))) {
    throw new Error("Token does not match server's copy");
  }
  const account = await find(`serviceaccounts/${namespace}/${name}`);
  if (!account) throw ApiError.notFound({ group: "", resource: "serviceaccounts" }, name);
  if (textAt(account, "metadata.deletionTimestamp") !== "") {
    throw new Error(`ServiceAccount ${namespace}/${name} has been deleted`);
  }
  const found = textAt(account, "metadata.uid");
  if (found !== uid) throw new Error(`ServiceAccount UID (${found}) does not match claim (${uid})`);
  if (isInvalidated(secret)) {
    const [place, owner] = [`${namespace}/${secretName}`, `${namespace}/${name}`];
    throw new Error(
      `the token in secret ${place} for service account ${owner} has been marked invalid. Use tokens from the TokenRequest API or manually created secret-based tokens, or remove the '${invalidLabel}' label from the secret to temporarily allow use of this token`,
    );
  }
  return {
    name: textAt(claims, "sub"),
    uid,
    groups: ["system:serviceaccounts", `system:serviceaccounts:${namespace}`],
  };
}

function isInvalidated({ metadata }: JsonObject): boolean {
  const labels = getOwn(metadata as JsonObject, "labels") ?? {};
  return (getOwn(labels as JsonObject, invalidLabel) ?? "") !== "";
}
