/** Lists by pages on servers that forget while somebody turns them: 410 for a page in the middle, and everything once more. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createClient } from "@pintle/client";
import { Event } from "@pintle/kinds/core/v1";
import { ApiError } from "@pintle/machinery";
import { eventually } from "../conformance/eventually.ts";
import { startOwnControlPlane } from "../conformance/own-control-plane.ts";
import { startRealControlPlane } from "../real/control-plane.ts";
import { missing } from "../tools.ts";
import { judgedServers } from "./servers.ts";

/** The same in process would be the same: what forgets is the storage. */
const starters = {
  "over TLS": () => startOwnControlPlane([], { keepMs: 1_000 }),
  real: () => startRealControlPlane({ flags: ["--etcd-compaction-interval=2s"] }),
};

for (const name of judgedServers) {
  if (name === "in process") continue;
  const skip = name === "real" && missing("real");
  test(`a page that the server has forgotten is followed by the whole list (${name})`, { skip }, async () => {
    await using server = await starters[name]();
    await using client = createClient({
      ...{ server: server.url, namespace: "default", trust: { read: async () => server.ca } },
      credentials: {
        get: async () => ({ authorization: `Bearer ${server.tokens.admin}` }),
        refuse: () => {},
      },
    });
    // Events, because the real server has them from etcd and not from a cache, which forgets later.
    const events = client.resource(Event, { namespace: "default" });
    const create = (each: string) =>
      events.create({ metadata: { name: each }, involvedObject: { kind: "Pod", namespace: "default", name: "p" } });
    for (const each of ["a", "b", "d", "e", "f"]) await create(each);

    const pages = events.pages({ limit: 2, fieldSelector: { "involvedObject.name": "p" } })[Symbol.asyncIterator]();
    const first = (await pages.next()).value;
    assert.deepEqual(first.items.map(nameOf), ["a", "b"]);
    await create("c");
    await events.delete("e");
    const { resourceVersion } = first;
    await eventually(() =>
      assert.rejects(events.list({ resourceVersion, resourceVersionMatch: "Exact" }), (error) =>
        ApiError.is(error, "Expired"),
      ),
    );

    const rest = (await pages.next()).value;
    assert.equal(rest.startsOver, true);
    assert.deepEqual(rest.items.map(nameOf), ["a", "b", "c", "d", "f"], "no page shows two moments");
    assert.ok(BigInt(rest.resourceVersion) > BigInt(resourceVersion));
    assert.equal((await pages.next()).done, true);
  });
}

function nameOf({ metadata }: { readonly metadata: { readonly name?: string } }): string | undefined {
  return metadata.name;
}
