/** Where verifiers of service account tokens find the issuer's keys. */
import type { Handler } from "@pintle/apiserver";
import { ApiError, createFailureStatus } from "@pintle/machinery";
import type { VerifyingKey } from "./signing-key.ts";

const jwksPath = "/openid/v1/jwks";
const jwksType = "application/jwk-set+json";

/** The two documents, by path. */
export function handleIssuer(
  issuer: string,
  keys: () => Promise<readonly VerifyingKey[]>,
): Readonly<Record<string, Handler>> {
  return {
    "/.well-known/openid-configuration": async () =>
      respond("application/json", {
        issuer,
        jwks_uri: `${issuer}${jwksPath}`,
        response_types_supported: ["id_token"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: [...new Set((await keys()).map(({ algorithm }) => algorithm))].sort(),
      }),
    [jwksPath]: async ({ headers }) => {
      checkAccepted(headers.accept);
      return respond(jwksType, { keys: (await keys()).map(describeKey) });
    },
  };
}

function respond(contentType: string, document: object): Awaited<ReturnType<Handler>> {
  const headers = { "content-type": contentType, "cache-control": "public, max-age=3600" };
  return { status: 200, headers, body: new TextEncoder().encode(JSON.stringify(document)) };
}

/** The keys are served as what they are, and not as JSON in general. */
function checkAccepted(accept = "*/*"): void {
  const types = accept.split(",").map((clause) => clause.split(";", 1).join().trim().toLowerCase());
  if (["*/*", "application/*", jwksType, ""].some((type) => types.includes(type))) return;
  const message = `406: Not Acceptable\n\nAvailable representations: ${jwksType}`;
  throw new ApiError(createFailureStatus("NotAcceptable", message));
}

function describeKey({ publicKey, id, algorithm }: VerifyingKey): object {
  return { use: "sig", ...publicKey.export({ format: "jwk" }), kid: id, alg: algorithm };
}
