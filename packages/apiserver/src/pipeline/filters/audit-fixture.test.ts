/** A server whose requests are audited, for tests of what is written down. */
import { createSeededRandom, createVirtualClock, type JsonObject, type Logger } from "@pintle/machinery";
import type { AuditEvent } from "../../audit/audit-event.ts";
import type { AuditPolicy } from "../../audit/audit-policy.ts";
import { createInProcessTransport } from "../../http/in-process-transport.ts";
import { chainFilters, type FilterOptions } from "../filter-chain.ts";
import { createRequestContext } from "../request-context.ts";
import type { Handler } from "../server-request.ts";

export const everything: AuditPolicy = { rules: [{ level: "RequestResponse" }] };
const quiet: Logger = { debug() {}, info() {}, warn() {}, error() {}, with: () => quiet };

export interface Serving extends Partial<FilterOptions> {
  readonly policy?: AuditPolicy;
  readonly sink?: (event: AuditEvent) => void;
}

export function serve(handler: Handler, { policy = everything, sink, ...options }: Serving = {}) {
  const clock = createVirtualClock({ start: Date.UTC(2030, 0, 1) });
  const events: AuditEvent[] = [];
  const store = sink ?? ((event: AuditEvent) => void events.push(event));
  const chain = chainFilters(
    {
      authenticator: async () => ({ name: "jane", groups: ["developers"] }),
      authorizer: async () => ({ decision: "allow", reason: "because" }),
      audit: { policy, sink: store },
      ...options,
    },
    handler,
  );
  const random = createSeededRandom(1);
  const transport = createInProcessTransport({
    clock,
    peer: { address: "127.0.0.1:4711" },
    handle: (request) => chain(request, createRequestContext({ clock, random, logger: quiet }, request)),
  });
  const send = async (path: string, headers: Record<string, string> = {}) => {
    const [pathname = "", search = ""] = path.split("?");
    const query = new URLSearchParams(search);
    const answer = await transport.request({ method: "GET", path: pathname, query, headers });
    const pieces: Uint8Array[] = [];
    for await (const piece of answer.body) pieces.push(piece);
    return { status: answer.status, text: Buffer.concat(pieces).toString() };
  };
  const told = () => events.map(({ stage, responseStatus }) => [stage, responseStatus?.code]);
  return { clock, events, send, told };
}

export const respond =
  (body: JsonObject, status = 200): Handler =>
  async () => ({
    status,
    headers: { "content-type": "application/json" },
    body: Buffer.from(JSON.stringify(body)),
  });
export const pod = { kind: "Pod", apiVersion: "v1", metadata: { name: "one", managedFields: [{ manager: "m" }] } };
export const podPath = "/api/v1/namespaces/a/pods/one";
