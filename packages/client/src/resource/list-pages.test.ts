import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError, createList } from "@pintle/machinery";
import type { ListOptions } from "./list-options.ts";
import { listPages } from "./list-pages.ts";

const kind = { group: "", version: "v1", kind: "Box" };

/** A server of one, two, three that forgets where a list was after so many pages. */
function serve(pagesKept: number) {
  const asked: ListOptions[] = [];
  const items = ["one", "two", "three"];
  const list = async (options: ListOptions) => {
    asked.push(options);
    const { limit = items.length, continue: token = "0" } = options;
    const from = Number(token);
    if (from > 0 && asked.length > pagesKept) throw ApiError.expired("the continue token is too old");
    const to = from + limit;
    const rest = to < items.length ? { continue: String(to), remainingItemCount: items.length - to } : {};
    return createList(kind, items.slice(from, to), { resourceVersion: "7", ...rest });
  };
  return { list, asked };
}

async function read(pages: AsyncIterable<{ items: readonly string[]; startsOver: boolean }>) {
  const seen: string[] = [];
  for await (const { items, startsOver } of pages) seen.push(`${startsOver ? "anew " : ""}${items.join(" ")}`);
  return seen;
}

test("pages come one after the other and only the first names a version", async () => {
  const { list, asked } = serve(10);
  const options = { limit: 2, labelSelector: "a", resourceVersion: "7", resourceVersionMatch: "Exact" } as const;

  assert.deepEqual(await read(listPages(list, options)), ["one two", "three"]);
  assert.deepEqual(asked, [options, { limit: 2, labelSelector: "a", continue: "2" }]);
});

test("where the server has forgotten the moment, one page holds everything anew and says so", async () => {
  const { list, asked } = serve(1);

  assert.deepEqual(await read(listPages(list, { limit: 1, labelSelector: "a" })), ["one", "anew one two three"]);
  assert.deepEqual(asked.at(-1), { labelSelector: "a" });
});

test("any other error, and an expired first page, is thrown", async () => {
  const fail = (error: Error) => listPages(() => Promise.reject(error), {}).next();

  await assert.rejects(fail(ApiError.expired("too old")), { reason: "Expired" });
  await assert.rejects(fail(ApiError.forbidden({ group: "", resource: "boxes" }, "", "no")), { reason: "Forbidden" });
});

test("a page has 500 objects unless said, and nothing is asked that nobody reads", async () => {
  const { list, asked } = serve(10);

  const pages = listPages(list, {});
  assert.equal(asked.length, 0);
  await pages.next();
  assert.equal(asked[0]?.limit, 500);
  const two = listPages(list, { limit: 1 });
  await two.next();
  await two.return(undefined);
  assert.equal(asked.length, 2);
});
