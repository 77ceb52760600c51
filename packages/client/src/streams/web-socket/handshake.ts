/** The first words of a WebSocket: what a client asks for, and whether an answer is one to exactly that. */
import { createHash } from "node:crypto";
import type { Random, TransportHeaders } from "@pintle/machinery";
import { StreamError } from "../stream-error.ts";

const acceptSuffix = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

export interface Handshake {
  readonly headers: Readonly<Record<string, string>>;
  /** The sub-protocol that was chosen. Throws where the answer is to somebody else, or chooses what was not offered. */
  check(answer: TransportHeaders): string;
}

export function createHandshake(protocols: readonly string[], random: Random): Handshake {
  const key = Buffer.from(random.bytes(16)).toString("base64");
  const accept = createHash("sha1")
    .update(key + acceptSuffix)
    .digest("base64");
  return {
    headers: {
      "sec-websocket-key": key,
      "sec-websocket-version": "13",
      "sec-websocket-protocol": protocols.join(", "),
    },
    check(answer) {
      if (answer["sec-websocket-accept"] !== accept) {
        throw new StreamError("the server switched protocols without accepting the WebSocket that was asked for");
      }
      const chosen = answer["sec-websocket-protocol"];
      if (typeof chosen !== "string" || !protocols.includes(chosen)) {
        const named = typeof chosen === "string" ? JSON.stringify(chosen.slice(0, 100)) : "no sub-protocol";
        throw new StreamError(`the server chose ${named}; offered were ${protocols.join(" and ")}`);
      }
      return chosen;
    },
  };
}
