/** A transport that answers as it is told, one answer for each request, and remembers what it was asked. */
import type { Transport, TransportHeaders, TransportRequest, TransportResponse } from "@pintle/machinery";

export interface ScriptedAnswer {
  readonly status?: number;
  readonly headers?: TransportHeaders;
  /** Chunks, one after the other; an error among them is thrown in its place. */
  readonly body?: string | readonly (string | Uint8Array | Error)[];
}

export interface ScriptedTransport extends Transport {
  readonly requests: readonly TransportRequest[];
  /** Bodies that were left before their end. */
  readonly left: () => number;
}

/** The last answer is repeated. An error is one that there was no answer for. */
export function scriptedTransport(...script: readonly (ScriptedAnswer | Error)[]): ScriptedTransport {
  const requests: TransportRequest[] = [];
  let left = 0;
  async function* chunksOf(body: readonly (string | Uint8Array | Error)[]): AsyncGenerator<Uint8Array> {
    let isDone = false;
    try {
      for (const chunk of body) {
        if (chunk instanceof Error) throw chunk;
        yield typeof chunk === "string" ? Buffer.from(chunk) : chunk;
      }
      isDone = true;
    } finally {
      if (!isDone) left += 1;
    }
  }
  return {
    requests,
    left: () => left,
    async request(request): Promise<TransportResponse> {
      request.signal?.throwIfAborted();
      const answer = script[Math.min(requests.length, script.length - 1)];
      requests.push(request);
      if (answer instanceof Error) throw answer;
      const { status = 200, headers = { "content-type": "application/json" }, body = "{}" } = answer ?? {};
      return { status, headers, body: chunksOf(typeof body === "string" ? [body] : body) };
    },
  };
}

export function connectionReset(): Error {
  return Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
}

export function statusText(code: number, reason: string, message = "no"): string {
  return JSON.stringify({ kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", reason, message, code });
}

export const json: TransportHeaders = { "content-type": "application/json" };
