/**
 * Frames of RFC 6455 as a client writes them, and as it takes those of a server apart.
 *
 * Payloads are handed on as they arrive, so a frame of any length costs no more memory than the chunk that it came in. Whatever a
 * server must not send is an error, never a guess.
 */
import { StreamError } from "../stream-error.ts";

export const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

export type FrameEvent =
  | { readonly type: "piece"; readonly isFirst: boolean; readonly isLast: boolean; readonly bytes: Uint8Array }
  | { readonly type: "close" | "ping" | "pong"; readonly bytes: Uint8Array };

const final = 0x80;
const masked = 0x80;
const maxControlBytes = 125;

/** A whole frame, masked, of which the payload is given in parts. */
export function formatFrame(opcode: number, parts: readonly Uint8Array[], mask: Uint8Array): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const lengthBytes = length < 126 ? 0 : length < 65_536 ? 2 : 8;
  const frame = new Uint8Array(2 + lengthBytes + 4 + length);
  const view = new DataView(frame.buffer);
  frame[0] = final | opcode;
  frame[1] = masked | (lengthBytes === 0 ? length : lengthBytes === 2 ? 126 : 127);
  if (lengthBytes === 2) view.setUint16(2, length);
  if (lengthBytes === 8) view.setBigUint64(2, BigInt(length));
  frame.set(mask.subarray(0, 4), 2 + lengthBytes);
  const start = 2 + lengthBytes + 4;
  let at = start;
  for (const part of parts) {
    frame.set(part, at);
    at += part.length;
  }
  for (let index = start; index < frame.length; index += 1) {
    frame[index] = (frame[index] as number) ^ (mask[(index - start) & 3] as number);
  }
  return frame;
}

export interface FrameReader {
  /** What the bytes complete, in order. Payloads share memory with the chunk. */
  push(chunk: Uint8Array): FrameEvent[];
  /** Whether a frame or a message has begun that has not ended. */
  readonly isInside: boolean;
}

interface FrameHead {
  readonly isFinal: boolean;
  readonly opcode: number;
  readonly length: number;
  readonly headBytes: number;
}

export function createFrameReader(): FrameReader {
  let head = new Uint8Array(0);
  let frame: FrameHead | undefined;
  let left = 0;
  let control: Uint8Array[] = [];
  let isInMessage = false;
  let isAtStart = false;

  function begin(next: FrameHead): void {
    checkFrame(next, isInMessage);
    frame = next;
    left = next.length;
    control = [];
    isAtStart = next.opcode === opcodes.binary;
  }

  /** Takes what belongs to the frame; `events` gets what can be told already. */
  function take(bytes: Uint8Array, current: FrameHead, events: FrameEvent[]): void {
    left -= bytes.length;
    if (isControl(current.opcode)) {
      control.push(bytes);
      if (left > 0) return;
      events.push({ type: controlType(current.opcode), bytes: Buffer.concat(control) });
    } else {
      const isLast = left === 0 && current.isFinal;
      if (bytes.length > 0 || isLast || isAtStart) events.push({ type: "piece", isFirst: isAtStart, isLast, bytes });
      isAtStart = false;
      isInMessage = !isLast;
    }
    if (left === 0) frame = undefined;
  }

  return {
    get isInside() {
      return frame !== undefined || head.length > 0 || isInMessage;
    },

    push(chunk) {
      const events: FrameEvent[] = [];
      let rest = chunk;
      while (rest.length > 0) {
        if (!frame) {
          // The head has at most 10 bytes, so joining them costs nothing that matters.
          const joined = head.length === 0 ? rest : Buffer.concat([head, rest]);
          const next = readHead(joined);
          if (!next) {
            head = new Uint8Array(joined);
            return events;
          }
          head = new Uint8Array(0);
          rest = joined.subarray(next.headBytes);
          begin(next);
        }
        const bytes = rest.subarray(0, left);
        rest = rest.subarray(bytes.length);
        if (frame) take(bytes, frame, events);
      }
      return events;
    },
  };
}

/** `undefined` while the head is not whole. */
function readHead(bytes: Uint8Array): FrameHead | undefined {
  const [first, second] = bytes;
  if (first === undefined || second === undefined) return undefined;
  if ((first & 0x70) !== 0) throw new StreamError("the server sent a frame with bits of an extension nobody agreed on");
  if ((second & masked) !== 0) throw new StreamError("the server sent a masked frame");
  const short = second & 0x7f;
  const lengthBytes = short === 126 ? 2 : short === 127 ? 8 : 0;
  if (bytes.length < 2 + lengthBytes) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = lengthBytes === 0 ? short : lengthBytes === 2 ? view.getUint16(2) : readLength(view.getBigUint64(2));
  return { isFinal: (first & final) !== 0, opcode: first & 0x0f, length, headBytes: 2 + lengthBytes };
}

function readLength(length: bigint): number {
  if (length > BigInt(Number.MAX_SAFE_INTEGER))
    throw new StreamError(`the server announced a frame of ${length} bytes`);
  return Number(length);
}

function checkFrame({ opcode, isFinal, length }: FrameHead, isInMessage: boolean): void {
  if (isControl(opcode)) {
    if (!isFinal || length > maxControlBytes) throw new StreamError("the server sent a control frame in parts");
    controlType(opcode);
  } else if (opcode === opcodes.continuation) {
    if (!isInMessage) throw new StreamError("the server went on with a message that it had not begun");
  } else if (opcode !== opcodes.binary) {
    throw new StreamError(`the server sent a frame with opcode ${opcode}, which is not binary`);
  } else if (isInMessage) {
    throw new StreamError("the server began a message within another one");
  }
}

function isControl(opcode: number): boolean {
  return opcode >= opcodes.close;
}

function controlType(opcode: number): "close" | "ping" | "pong" {
  if (opcode === opcodes.close) return "close";
  if (opcode === opcodes.ping) return "ping";
  if (opcode === opcodes.pong) return "pong";
  throw new StreamError(`the server sent a frame with the unknown opcode ${opcode}`);
}
