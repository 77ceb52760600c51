/** Counts what happens to the objects of a resource, by a watch of its own, as cheaply as one can. */
import type { Pool } from "undici";

export interface ObjectWatch {
  /** How many objects there are for which the question was answered with yes at least once. */
  readonly count: number;
  /** Resolves when there are so many. Rejects when they can no longer be watched. */
  until(count: number): Promise<void>;
}

export interface WatchQuestion {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Gives the object's name where it counts. Each line is an event as the server has sent it. */
  readonly nameIn: (line: string) => string | undefined;
}

export async function watchObjects(pool: Pool, question: WatchQuestion): Promise<ObjectWatch> {
  const names = new Set<string>();
  const waiting: { readonly count: number; resolve(): void; reject(reason: unknown): void }[] = [];
  const count = (lines: readonly string[]) => {
    for (const name of lines.map(question.nameIn)) if (name !== undefined) names.add(name);
    for (const each of waiting) if (names.size >= each.count) each.resolve();
  };
  const first = await openWatch(pool, question);
  const follow = async () => {
    // A server may leave a watcher behind that is slow. The next watch begins with all objects that there are.
    for (let chunks = first; ; chunks = await openWatch(pool, question)) await readLines(chunks, count);
  };
  // Those who have what they waited for do not hear of it any more.
  follow().catch((error) => {
    for (const { reject } of waiting) reject(error);
  });
  return {
    get count() {
      return names.size;
    },
    until: (wanted) =>
      new Promise((resolve, reject) => {
        if (names.size >= wanted) resolve();
        else waiting.push({ count: wanted, resolve, reject });
      }),
  };
}

async function openWatch(pool: Pool, { path, headers }: WatchQuestion): Promise<AsyncIterable<string>> {
  const { statusCode, body } = await pool.request({ method: "GET", path: `${path}?watch=true`, headers });
  if (statusCode !== 200) throw new Error(await body.text());
  return body.setEncoding("utf8");
}

async function readLines(chunks: AsyncIterable<string>, tell: (lines: readonly string[]) => void): Promise<void> {
  let rest = "";
  for await (const text of chunks) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    tell(lines);
  }
}
