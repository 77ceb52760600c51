import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { assertAnswer, assertStatus, type Json } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { eventually } from "../eventually.ts";
import { containers, make, untilGone } from "./objects.ts";

const client = connect();
after(() => client.close());

const namespaces = "/api/v1/namespaces";
const one = "example.com/one";
/** The controller waits five seconds before it starts, so that creations under way are seen. */
const goneMs = 40_000;
const release = (path: string) => client.patch("merge", path, { metadata: { finalizers: null } });

/** The conditions of a namespace, without their times, once its controller has written them. */
function conditionsOf(path: string): Promise<Json> {
  return eventually(async () => {
    const { status } = (await client.get(path)).body;
    assert.ok(status.conditions !== undefined, "the namespace has no conditions");
    return status.conditions.map(({ lastTransitionTime: _, ...rest }: Json) => rest);
  }, goneMs);
}

// Each takes its five seconds, hence side by side.
describe("the end of a namespace", { concurrency: true }, () => {
  test("a deleted namespace is terminating, with its finalizer in its specification", async () => {
    const path = `${namespaces}/${await client.namespace()}`;
    const answer = await client.delete(path);
    assertAnswer(answer, 200, {
      kind: "Namespace",
      metadata: { deletionTimestamp: /Z$/, deletionGracePeriodSeconds: undefined, finalizers: undefined },
      spec: { finalizers: ["kubernetes"] },
      status: { phase: "Terminating" },
    });
    assertAnswer(await client.get(path), 200, { status: { phase: "Terminating" } });
    await untilGone(client, path, goneMs);
  });

  test("everything in a namespace goes with it, owners or not", async () => {
    const path = `${namespaces}/${await client.namespace()}`;
    const template = { metadata: { labels: { app: "shop" } }, spec: { containers } };
    const spec = { replicas: 1, selector: { matchLabels: { app: "shop" } }, template };
    const inside = path.replace("/api/v1", "");
    const made = [
      await make(client, `${path}/configmaps`),
      await make(client, `${path}/pods`, {}, { spec: { containers } }),
      await make(client, `/apis/apps/v1${inside}/deployments`, {}, { spec }),
      await make(client, `/apis/coordination.k8s.io/v1${inside}/leases`),
      await make(client, `/apis/rbac.authorization.k8s.io/v1${inside}/roles`),
    ];
    assertAnswer(await client.delete(path), 200);
    await untilGone(client, path, goneMs);
    for (const object of made) assertAnswer(await client.get(object.path), 404);
  });

  test("what has finalizers keeps the namespace, whose conditions say what remains", async () => {
    const path = `${namespaces}/${await client.namespace()}`;
    const held = await make(client, `${path}/configmaps`, { finalizers: [one] });
    assertAnswer(await client.delete(path), 200);
    assert.deepEqual(await conditionsOf(path), [
      {
        type: "NamespaceDeletionDiscoveryFailure",
        status: "False",
        reason: "ResourcesDiscovered",
        message: "All resources successfully discovered",
      },
      {
        type: "NamespaceDeletionGroupVersionParsingFailure",
        status: "False",
        reason: "ParsedGroupVersions",
        message: "All legacy kube types successfully parsed",
      },
      {
        type: "NamespaceDeletionContentFailure",
        status: "False",
        reason: "ContentDeleted",
        message: "All content successfully deleted, may be waiting on finalization",
      },
      {
        type: "NamespaceContentRemaining",
        status: "True",
        reason: "SomeResourcesRemain",
        message: "Some resources are remaining: configmaps. has 1 resource instances",
      },
      {
        type: "NamespaceFinalizersRemaining",
        status: "True",
        reason: "SomeFinalizersRemain",
        message: `Some content in the namespace has finalizers remaining: ${one} in 1 resource instances`,
      },
    ]);
    assertAnswer(await client.get(held.path), 200, { metadata: { deletionTimestamp: /Z$/ } });
    assertAnswer(await release(held.path), 200);
    await untilGone(client, path, goneMs);
  });

  test("nothing new comes into a terminating namespace, and what is there can change", async () => {
    const name = await client.namespace();
    const path = `${namespaces}/${name}`;
    const held = await make(client, `${path}/configmaps`, { finalizers: [one] });
    assertAnswer(await client.delete(path), 200);
    await eventually(async () => {
      const answer = await client.create(`${path}/configmaps`, { metadata: { name: uniqueName("late") } });
      assertStatus(
        answer,
        403,
        "Forbidden",
        new RegExp(
          `^configmaps "late-\\w+" is forbidden: unable to create new content in namespace ${name} because it is being terminated$`,
        ),
        {
          details: {
            kind: "configmaps",
            causes: [
              {
                reason: "NamespaceTerminating",
                message: `namespace ${name} is being terminated`,
                field: "metadata.namespace",
              },
            ],
          },
        },
      );
    });
    assertAnswer(await client.patch("merge", held.path, { data: { a: "b" } }), 200);
    assertAnswer(await release(held.path), 200);
    await untilGone(client, path, goneMs);
  });

  test("finalizers in the metadata of a namespace hold it after its content is gone", async () => {
    const name = uniqueName("ns");
    const { path } = await make(client, namespaces, { name, finalizers: [one] });
    const content = await make(client, `${path}/configmaps`);
    assertAnswer(await client.delete(path), 200, { metadata: { finalizers: [one] }, status: { phase: "Terminating" } });
    await untilGone(client, content.path, goneMs);
    await eventually(async () => {
      assertAnswer(await client.get(path), 200, { spec: { finalizers: undefined }, status: { phase: "Terminating" } });
    }, goneMs);
    assertAnswer(await release(path), 200);
    assertAnswer(await client.get(path), 404);
  });

  test("finalizers of one's own in the specification hold it until finalize takes them away", async () => {
    const name = uniqueName("ns");
    const { path } = await make(client, namespaces, { name }, { spec: { finalizers: [one] } });
    assertAnswer(await client.delete(path), 200);
    await eventually(async () => assertAnswer(await client.get(path), 200, { spec: { finalizers: [one] } }), goneMs);
    const { body } = await client.get(path);
    assertAnswer(await client.update(`${path}/finalize`, { ...body, spec: { finalizers: [] } }), 200);
    await untilGone(client, path, goneMs);
  });

  test("a namespace can be made again once the old one is gone, not before", async () => {
    const name = await client.namespace();
    const path = `${namespaces}/${name}`;
    assertAnswer(await client.delete(path), 200);
    const early = await client.create(namespaces, { metadata: { name } });
    assertStatus(early, 409, "AlreadyExists", `object is being deleted: namespaces "${name}" already exists`);
    await untilGone(client, path, goneMs);
    assertAnswer(await client.create(namespaces, { metadata: { name } }), 201, { status: { phase: "Active" } });
  });

  test("a second deletion of a namespace changes nothing", async () => {
    const path = `${namespaces}/${await client.namespace()}`;
    const first = await client.delete(path);
    const again = await client.delete(path, { propagationPolicy: "Foreground" });
    assertAnswer(again, 200, { metadata: { uid: first.body.metadata.uid, finalizers: undefined } });
    await untilGone(client, path, goneMs);
  });
});
