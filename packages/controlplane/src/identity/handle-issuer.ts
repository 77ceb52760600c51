/** Where verifiers of service account tokens find the issuer's keys. */
import { createHash, type KeyObject } from "node:crypto";
import type { Handler } from "@pintle/apiserver";

/** The two documents, by path. */
export function handleIssuer(issuer: string, key: KeyObject): Readonly<Record<string, Handler>> {
  const jwksPath = "/openid/v1/jwks";
  return {
    "/.well-known/openid-configuration": respond("application/json", {
      issuer,
      jwks_uri: `${issuer}${jwksPath}`,
      response_types_supported: ["id_token"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["ES256"],
    }),
    [jwksPath]: respond("application/jwk-set+json", { keys: [describeKey(key)] }),
  };
}

function respond(contentType: string, document: object): Handler {
  const body = new TextEncoder().encode(JSON.stringify(document));
  const headers = { "content-type": contentType, "cache-control": "public, max-age=3600" };
  return async () => ({ status: 200, headers, body });
}

function describeKey(key: KeyObject): object {
  return { use: "sig", ...key.export({ format: "jwk" }), kid: keyIdOf(key), alg: "ES256" };
}

/** As upstream names its keys: a digest of the public key. */
export function keyIdOf(key: KeyObject): string {
  return createHash("sha256")
    .update(key.export({ type: "spki", format: "der" }))
    .digest("base64url");
}
