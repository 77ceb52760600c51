/** Requests of a caller who shows a certificate, each over a connection of its own: TLS knows the caller by the connection. */
import { Agent, request as send } from "undici";
import type { Certificate } from "../../real/certificates.ts";
import type { Answer } from "../answer.ts";
import type { Client } from "../client.ts";
import { authenticationPath } from "./subjects.ts";

/** Headers are pairs, so that one may come twice. */
export type HeaderPairs = readonly (readonly [name: string, value: string])[];

export async function requestWithCertificate(
  { server }: Client,
  certificate: Certificate,
  method: "GET" | "POST",
  path: string,
  pairs: HeaderPairs = [],
): Promise<Answer> {
  const { cert, key } = certificate;
  // Over HTTP/2 undici joins headers that repeat.
  const agent = new Agent({ connect: { ca: server.ca, cert, key }, allowH2: false });
  const body = method === "POST" ? "{}" : undefined;
  try {
    const response = await send(server.url + path, {
      method,
      headers: [...pairs, ["content-type", "application/json"] as const].flat(),
      body: body ?? null,
      dispatcher: agent,
    });
    const text = await response.body.text();
    return {
      request: { method, path, headers: Object.fromEntries(pairs), ...(body === undefined ? {} : { body }) },
      status: response.statusCode,
      headers: response.headers,
      warnings: [],
      text,
      body: text.startsWith("{") ? JSON.parse(text) : undefined,
    };
  } finally {
    await agent.close();
  }
}

/** Asks the server whom it takes the one with the certificate for. */
export function whoIsCertified(client: Client, certificate: Certificate, pairs: HeaderPairs = []): Promise<Answer> {
  return requestWithCertificate(client, certificate, "POST", `${authenticationPath}/selfsubjectreviews`, pairs);
}
