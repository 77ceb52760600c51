import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError, createSeededRandom, createVirtualClock, type Logger } from "@pintle/machinery";
import type { MemoryGuard, MemoryShortage } from "../memory/memory-guard.ts";
import { readRequestInfo } from "../read-request-info.ts";
import { createRequestContext } from "../request-context.ts";
import type { ServerRequest } from "../server-request.ts";
import { limitMemory } from "./limit-memory.ts";

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {}, with: () => silent };
const seams = { clock: createVirtualClock(), random: createSeededRandom(1), logger: silent };

interface Asked {
  readonly shortage: MemoryShortage;
  /** Method, and path with query. */
  readonly request: string;
  readonly length?: string | undefined;
  readonly hasRoom?: boolean;
}

/** The status, and how much the guard was asked for. What was taken is always given back. */
async function ask({ shortage, request, length, hasRoom = true }: Asked): Promise<[status: number, bytes: number]> {
  const [method = "", target = ""] = request.split(" ");
  const { pathname: path, searchParams: query } = new URL(target, "https://server");
  let taken = 0;
  let left = 0;
  const guard: MemoryGuard = {
    shortage,
    admit(bytes) {
      taken = left = bytes;
      return hasRoom;
    },
    release(bytes) {
      left -= bytes;
    },
    look() {},
  };
  const sent: ServerRequest = {
    ...{ method, path, query, target, peer: {}, body: (async function* () {})() },
    headers: { "content-length": length },
    signal: new AbortController().signal,
  };
  const context = createRequestContext(seams, sent);
  context.info = readRequestInfo(method, path, query);
  const answer = await limitMemory(guard)(async () => ({ status: 200, headers: {} }))(sent, context).catch((error) => {
    assert.ok(error instanceof ApiError && error.status.details?.retryAfterSeconds, String(error));
    return { status: error.code };
  });
  assert.equal(hasRoom ? left : taken - left, 0);
  return [answer.status, taken];
}

const maps = "/api/v1/namespaces/default/configmaps";
const review = "/apis/authorization.k8s.io/v1/subjectaccessreviews";
const small = "2000";
const large = "20000";

const table: readonly (readonly [request: string, length: string, none: number, short: number, exhausted: number])[] = [
  [`POST ${maps}`, small, 200, 429, 429],
  [`POST ${review}`, small, 200, 200, 429],
  ["POST /api/v1/namespaces/default/pods/a/eviction", small, 200, 200, 429],
  [`PUT ${maps}/a`, small, 200, 200, 429],
  [`PATCH ${maps}/a`, small, 200, 200, 429],
  [`PATCH ${maps}/a`, large, 200, 429, 429],
  [`PUT ${maps}/a`, large, 200, 429, 429],
  [`GET ${maps}`, "0", 200, 200, 429],
  [`GET ${maps}?limit=500`, "0", 200, 200, 200],
  [`GET ${maps}?limit=5000`, "0", 200, 200, 429],
  [`GET ${maps}?watch=true`, "0", 200, 200, 200],
  [`GET ${maps}/a`, "0", 200, 200, 200],
  [`DELETE ${maps}/a`, small, 200, 200, 200],
  [`DELETE ${maps}`, small, 200, 200, 200],
  ["GET /readyz", "0", 200, 200, 200],
];

test("what makes a full server fuller is refused; what reads or empties it is not", async () => {
  for (const [request, length, none, short, exhausted] of table) {
    const statuses: number[] = [];
    for (const shortage of ["none", "short", "exhausted"] as const) {
      statuses.push((await ask({ shortage, request, length }))[0]);
    }
    assert.deepEqual(statuses, [none, short, exhausted], `${request}, ${length} bytes`);
  }
});

test("a body counts with the bytes that it announces, and with the most that it may have where it does not", async () => {
  const post = { shortage: "none", request: `POST ${maps}` } as const;
  assert.deepEqual(await ask({ ...post, length: "2000" }), [200, 2_000]);
  assert.deepEqual(await ask({ ...post, length: undefined }), [200, 3 * 1024 * 1024]);
  assert.deepEqual(await ask({ ...post, length: "99999999999" }), [200, 3 * 1024 * 1024]);
  assert.deepEqual(await ask({ ...post, request: `GET ${maps}` }), [200, 0]);
});

test("where there is no room for a body, it is refused", async () => {
  const post = { shortage: "none", request: `POST ${maps}`, length: "2000" } as const;
  assert.deepEqual(await ask({ ...post, hasRoom: false }), [429, 2_000]);
});
