/** The events of a watch that a test opened by itself. */
import type { Json } from "../conformance/answer.ts";

export interface Told {
  readonly type: string;
  readonly object: Json;
}

/** All until the watch ends, or until the object of a name has come. */
export async function readEvents(body: AsyncIterable<Uint8Array>, lastName?: string): Promise<Told[]> {
  let text = "";
  for await (const piece of body) {
    text += Buffer.from(piece).toString("latin1");
    if (lastName !== undefined && text.includes(`"name":"${lastName}"`) && text.endsWith("\n")) break;
  }
  const lines = text.split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line));
}
