/** The limit: undici, JSON.parse and a split at newlines, with no more than that. */
import { Pool } from "undici";
import { type CreateBenchClient, deploymentsPath } from "./bench-client.ts";

export const createRaw: CreateBenchClient = async ({ url, ca, token, namespace }) => {
  const pool = new Pool(url, { connect: { ca }, connections: 1, pipelining: 1 });
  const path = deploymentsPath(namespace);
  const headers = { authorization: `Bearer ${token}`, accept: "application/json" };
  const read = async (target: string): Promise<unknown> => {
    const { body } = await pool.request({ method: "GET", path: target, headers });
    const chunks: Buffer[] = [];
    for await (const chunk of body) chunks.push(chunk);
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  };
  return {
    async get(name) {
      await read(`${path}/${name}`);
    },
    list: async () => ((await read(path)) as { items: unknown[] }).items.length,
    async watch(events) {
      const { body } = await pool.request({ method: "GET", path: `${path}?watch=true`, headers, bodyTimeout: 0 });
      let seen = 0;
      let rest: Buffer = Buffer.alloc(0);
      for await (const chunk of body as AsyncIterable<Buffer>) {
        const bytes: Buffer = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
        let start = 0;
        for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
          JSON.parse(bytes.toString("utf8", start, end));
          seen += 1;
          start = end + 1;
        }
        rest = bytes.subarray(start);
        if (seen >= events) break;
      }
    },
    close: () => pool.destroy(),
  };
};
