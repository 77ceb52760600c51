import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { assertAnswer, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { eventually } from "../eventually.ts";
import { aggregated, startExtensionServer, startReachable } from "./extension-server.ts";

const client = connect();
after(() => client.close());

async function discovered(group: string): Promise<Json> {
  const { body } = await client.get("/apis", {}, { headers: { accept: aggregated } });
  return body.items.find(({ metadata }: Json) => metadata.name === group);
}

describe("discovery of an aggregated group", { concurrency: 8 }, () => {
  test("lists the group among the others", async () => {
    await using extension = await startReachable(client);
    const version = { groupVersion: `${extension.group}/v1`, version: "v1" };
    const expected = { name: extension.group, versions: [version], preferredVersion: version };

    await eventually(async () => {
      const { body } = await client.get("/apis");
      assert.deepEqual(
        body.groups.find(({ name }: Json) => name === extension.group),
        expected,
      );
    });
    assertAnswer(await client.get(`/apis/${extension.group}`), 200, {
      kind: "APIGroup",
      apiVersion: "v1",
      ...expected,
    });
  });

  test("gets the version's resources from the server itself", async () => {
    await using extension = await startReachable(client);
    assertAnswer(await client.get(extension.root), 200, {
      kind: "APIResourceList",
      groupVersion: `${extension.group}/v1`,
      resources: [{ name: "things", kind: "Thing", namespaced: true }],
    });
  });

  test("holds the resources in aggregated discovery, though the server speaks only the old kind", async () => {
    await using extension = await startReachable(client);
    await eventually(async () => {
      const item = await discovered(extension.group);
      assert.deepEqual(item?.versions, [
        {
          version: "v1",
          resources: [
            {
              resource: "things",
              // As the server's list says it, which leaves out what goes without saying.
              responseKind: { group: "", version: "", kind: "Thing" },
              scope: "Namespaced",
              singularResource: "thing",
              verbs: ["create", "delete", "get", "list", "patch", "update", "watch"],
            },
          ],
          freshness: "Current",
        },
      ]);
    });
  });

  test("lists a group whose server cannot be reached, without resources and as stale", async () => {
    await using extension = await startExtensionServer(client);
    await extension.register();

    await eventually(async () => {
      const { body } = await client.get("/apis");
      assert.ok(body.groups.some(({ name }: Json) => name === extension.group));
    });
    await eventually(async () => {
      const item = await discovered(extension.group);
      assert.deepEqual(item?.versions, [{ version: "v1", freshness: "Stale" }]);
    });
  });

  test("prefers the version with the higher versionPriority, then the more stable one", async () => {
    await using extension = await startExtensionServer(client);
    await extension.expose();
    await extension.register({ version: "v1", versionPriority: 10 });
    await extension.register({ version: "v1beta1", versionPriority: 10 });
    await extension.register({ version: "v2", versionPriority: 5 });
    await extension.register({ version: "v3alpha1", versionPriority: 20 });

    await eventually(async () => {
      const { body } = await client.get(`/apis/${extension.group}`);
      assert.deepEqual(
        body.versions.map(({ version }: Json) => version),
        ["v3alpha1", "v1", "v1beta1", "v2"],
      );
      assert.equal(body.preferredVersion.version, "v3alpha1");
    });
    await eventually(async () => {
      const item = await discovered(extension.group);
      assert.deepEqual(
        item.versions.map(({ version }: Json) => version),
        ["v3alpha1", "v1", "v1beta1", "v2"],
      );
    });
  });

  test("puts the group with the higher groupPriorityMinimum first", async () => {
    await using low = await startExtensionServer(client);
    await using high = await startExtensionServer(client);
    await low.register({ groupPriorityMinimum: 100 });
    await high.register({ groupPriorityMinimum: 2_000 });

    await eventually(async () => {
      const { body } = await client.get("/apis");
      const groups: string[] = body.groups.map(({ name }: Json) => name);
      const places = ["apps", high.group, low.group].map((group) => groups.indexOf(group));
      assert.ok(!places.includes(-1), `all are there: ${places}`);
      assert.deepEqual(
        places,
        places.toSorted((a, b) => a - b),
      );
    });
  });

  test("asks the server's own aggregated discovery when it has one", async () => {
    const resource = (group: string) => ({
      resource: "gadgets",
      responseKind: { group, version: "v1", kind: "Gadget" },
      scope: "Cluster",
      singularResource: "gadget",
      verbs: ["get"],
    });
    const versions = (group: string) => [{ version: "v1", resources: [resource(group)], freshness: "Current" }];
    await using extension = await startExtensionServer(client, undefined, (group) => ({
      kind: "APIGroupDiscoveryList",
      apiVersion: "apidiscovery.k8s.io/v2",
      metadata: {},
      items: [{ metadata: { name: group }, versions: versions(group) }],
    }));
    await extension.expose();
    await extension.register();

    const { group } = extension;
    await eventually(async () => assert.deepEqual((await discovered(group))?.versions, versions(group)));
  });

  test("loses the group when the APIService is deleted", async () => {
    await using extension = await startReachable(client);
    await eventually(async () => assert.ok(await discovered(extension.group)));
    await client.delete(`/apis/apiregistration.k8s.io/v1/apiservices/v1.${extension.group}`);

    await eventually(async () => assert.equal(await discovered(extension.group), undefined));
  });
});
