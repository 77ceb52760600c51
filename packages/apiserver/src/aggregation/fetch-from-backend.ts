/** The aggregator's own requests to a server: short ones, answered within limits of time and size, and never by a redirect. */
import { Buffer } from "node:buffer";
import { type Clock, createDeadline, type TransportHeaders } from "@pintle/machinery";
import type { ResolvedBackend } from "./backend.ts";

export interface BackendAnswer {
  readonly status: number;
  readonly headers: TransportHeaders;
  readonly bytes: Uint8Array;
}

export interface BackendFetch extends Pick<ResolvedBackend, "backend" | "address"> {
  readonly path: string;
  readonly headers?: TransportHeaders;
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

/** A user who may read everything: servers ask whether somebody may even see what there is. */
const aggregator = { "x-remote-user": "system:kube-aggregator", "x-remote-group": "system:masters" };

/** Throws an `Error` where there is no answer, none in time, or too much of one. */
export async function fetchFromBackend(fetch: BackendFetch): Promise<BackendAnswer> {
  const { backend, address, path, clock, timeoutMs, maxBytes } = fetch;
  const label = () => `answer of ${address}${path}`;
  using deadline = createDeadline(clock, timeoutMs, { label, kind: "work", unref: true });
  try {
    const { status, headers, body } = await backend.request({
      method: "GET",
      path,
      headers: { host: address, ...fetch.headers, ...aggregator },
      signal: deadline.signal,
    });
    const pieces: Uint8Array[] = [];
    let length = 0;
    for await (const piece of body) {
      length += piece.length;
      if (length > maxBytes) throw new Error(`the answer is larger than ${maxBytes} bytes`);
      pieces.push(piece);
    }
    return { status, headers, bytes: Buffer.concat(pieces, length) };
  } catch (error) {
    if (!deadline.signal.aborted) throw error;
    throw new Error("context deadline exceeded (Client.Timeout exceeded while awaiting headers)", { cause: error });
  }
}
