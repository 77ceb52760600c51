/** Reads a body to its end, unless it has more bytes than anybody wants: then it is given up before memory goes. */
import type { TransportResponse } from "@pintle/machinery";
import { UnexpectedResponseError } from "./unexpected-response-error.ts";

export async function readBody({ status, headers, body }: TransportResponse, maxBytes: number): Promise<Uint8Array> {
  const announced = Number(headers["content-length"] ?? 0);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    // To leave the loop gives the connection up.
    if (length > maxBytes || announced > maxBytes) {
      throw new UnexpectedResponseError(
        `the answer has more than ${maxBytes} bytes: ask for less, a list by pages with a limit`,
        status,
      );
    }
    chunks.push(chunk);
  }
  const [only] = chunks;
  return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks, length);
}

/** The first bytes of a body and whether there are more, which are given up. */
export async function readBeginning(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<{ bytes: Uint8Array; isWhole: boolean }> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxBytes) return { bytes: Buffer.concat(chunks, length).subarray(0, maxBytes), isWhole: false };
  }
  return { bytes: Buffer.concat(chunks, length), isWhole: true };
}
