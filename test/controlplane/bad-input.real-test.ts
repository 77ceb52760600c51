/**
 * What makes no sense, or far too much of it: our plane answers as the real kube-apiserver and kube-controller-manager do, word for word
 * where there are words, and leaves the same behind.
 */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Answer, assertAnswer, type Json } from "../conformance/answer.ts";
import type { Client } from "../conformance/client.ts";
import { make, reference, untilCollected, untilGone } from "../conformance/deletion/objects.ts";
import { eventually } from "../conformance/eventually.ts";
import { type BothPlanes, startBothPlanes } from "./both-planes.ts";

let planes: BothPlanes;
before(async () => {
  planes = await startBothPlanes();
});
after(() => planes?.[Symbol.asyncDispose]());

/** Runs the scene on both planes and compares what it gives back, without what differs from one to the next. */
async function compare(scene: (client: Client, namespace: string) => Promise<Json>): Promise<Json> {
  const [real, own] = await Promise.all(
    planes.clients.map(async (client) => {
      const namespace = await client.namespace();
      const text = JSON.stringify(await scene(client, namespace));
      return JSON.parse(
        text
          .replaceAll(namespace, "namespace")
          .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "uid")
          .replace(/a-[0-9a-f]{10}/g, "name"),
      );
    }),
  );
  assert.deepEqual(own, real);
  return real;
}

const said = ({ status, body, warnings }: Answer): Json => ({
  status,
  reason: body.reason,
  message: body.message,
  causes: body.details?.causes,
  warnings,
});

const configMaps = (namespace: string) => `/api/v1/namespaces/${namespace}/configmaps`;
const template = (labels: Json) => ({
  metadata: { labels },
  spec: { containers: [{ name: "main", image: "shop:1" }] },
});

describe("a selector that does not match the template", () => {
  for (const kind of ["deployments", "replicasets", "statefulsets", "daemonsets"]) {
    test(`of ${kind} is refused, at once and later`, async () => {
      const answers = await compare(async (client, namespace) => {
        const path = `/apis/apps/v1/namespaces/${namespace}/${kind}`;
        const spec = {
          serviceName: "web",
          selector: { matchLabels: { app: "shop" } },
          template: template({ app: "other" }),
        };
        const { serviceName: _, ...plain } = spec;
        const own = kind === "statefulsets" ? spec : plain;
        const create = (selector: Json) =>
          client.create(path, { metadata: { name: "web" }, spec: { ...own, selector } });
        const wrong = [
          await create(own.selector),
          await create({}),
          await create({ matchExpressions: [{ key: "app", operator: "Matches" }] }),
          await create({ matchLabels: { app: "not a label" } }),
        ];
        assertAnswer(await create({ matchLabels: { app: "other" } }), 201);
        const change = { spec: { template: { metadata: { labels: { app: "third" } } } } };
        const selector = { spec: { selector: { matchLabels: { app: "third" } } } };
        const later = [
          await client.patch("merge", `${path}/web`, change),
          await client.patch("merge", `${path}/web`, selector),
        ];
        return [...wrong, ...later].map(said);
      });
      for (const { status } of answers) assert.equal(status, 422);
    });
  }
});

describe("owners", () => {
  test("that are nobody, or two controllers, are refused", async () => {
    const answers = await compare(async (client, namespace) => {
      const create = (...ownerReferences: readonly Json[]) =>
        client.create(configMaps(namespace), { metadata: { name: "a", ownerReferences } });
      const owner = { apiVersion: "v1", kind: "ConfigMap", name: "b", uid: "1" };
      const wrong = [
        await create({}),
        await create({ ...owner, uid: "" }),
        await create({ ...owner, name: "" }),
        await create({ ...owner, kind: "" }),
        await create({ ...owner, apiVersion: "" }),
        await create({ ...owner, apiVersion: "a/b/c" }),
        await create({ ...owner, kind: "Event" }),
        await create({ ...owner, controller: true }, { ...owner, uid: "2", controller: true }),
      ];
      return wrong.map(said);
    });
    for (const { status } of answers) assert.equal(status, 422);
  });

  test("that are named twice are named once, with a warning", async () => {
    const [{ status, warnings }] = await compare(async (client, namespace) => {
      const owner = await make(client, configMaps(namespace));
      const ownerReferences = [reference(owner), reference(owner)];
      const answer = await client.create(configMaps(namespace), { metadata: { name: "twice", ownerReferences } });
      return [{ ...said(answer), owners: answer.body.metadata.ownerReferences }];
    });
    assert.equal(status, 201);
    assert.equal(warnings.length, 1);
  });

  test("in their thousands are taken, and too much is too much", async () => {
    const owners = (count: number, width: number) =>
      Array.from({ length: count }, (_, index) => ({
        ...{ apiVersion: "v1", kind: "ConfigMap", name: "a", uid: `${index}`.padStart(width, "0") },
      }));
    const answers = await compare(async (client, namespace) => {
      const create = async (ownerReferences: Json) => {
        const query = { dryRun: "All" };
        const answer = await client.create(
          configMaps(namespace),
          { metadata: { name: "many", ownerReferences } },
          query,
        );
        const { status, body } = answer;
        return [status, body.reason, body.message, body.metadata?.ownerReferences?.length];
      };
      return [await create(owners(10_000, 1)), await create(owners(60_000, 10))];
    });
    assert.deepEqual(answers[0].slice(0, 1), [201]);
    assert.equal(answers[1][0], 413);
  });

  test("in a circle go together, in the foreground and in the background", async () => {
    await compare(async (client, namespace) => {
      for (const propagationPolicy of ["Background", "Foreground"]) {
        const first = await make(client, configMaps(namespace));
        const blockOwnerDeletion = true;
        const second = await make(client, configMaps(namespace), {
          ownerReferences: [reference(first, { blockOwnerDeletion })],
        });
        const metadata = { ownerReferences: [reference(second, { blockOwnerDeletion })] };
        assertAnswer(await client.patch("merge", first.path, { metadata }), 200);
        await untilCollected(client, configMaps(namespace));
        await client.delete(first.path, { propagationPolicy });
        await untilGone(client, first.path);
        await untilGone(client, second.path);
      }
      return [];
    });
  });

  test("that own themselves wait for themselves in the foreground, for ever", async () => {
    const [metadata] = await compare(async (client, namespace) => {
      const self = await make(client, configMaps(namespace));
      const owners = { ownerReferences: [reference(self, { blockOwnerDeletion: true })] };
      assertAnswer(await client.patch("merge", self.path, { metadata: owners }), 200);
      await untilCollected(client, configMaps(namespace));
      await client.delete(self.path, { propagationPolicy: "Foreground" });
      await untilCollected(client, configMaps(namespace));
      await untilCollected(client, configMaps(namespace));
      const { finalizers, ownerReferences } = (await client.get(self.path)).body.metadata;
      assertAnswer(await client.patch("merge", self.path, { metadata: { ownerReferences: null } }), 200);
      await untilGone(client, self.path);
      return [{ finalizers, ownerReferences }];
    });
    assert.deepEqual(metadata.finalizers, ["foregroundDeletion"]);
  });
});

test("a namespace full of finalizers says the same of them", async () => {
  const [conditions] = await compare(async (client, namespace) => {
    const names = Array.from({ length: 120 }, (_, index) => `held-${index}`);
    await Promise.all(
      names.map((name, index) =>
        make(client, configMaps(namespace), { name, finalizers: ["example.com/all", `example.com/${index % 5}`] }),
      ),
    );
    const path = `/api/v1/namespaces/${namespace}`;
    assertAnswer(await client.delete(path), 200);
    const told = await eventually(async () => {
      const { body } = await client.get(path);
      const found = body.status.conditions ?? [];
      const remaining = found.find(({ type }: Json) => type === "NamespaceFinalizersRemaining");
      assert.equal(remaining?.status, "True");
      return found.map(({ lastTransitionTime: _, ...rest }: Json) => rest);
    }, 30_000);
    for (const name of names) {
      assertAnswer(
        await client.patch("merge", `${configMaps(namespace)}/${name}`, { metadata: { finalizers: null } }),
        200,
      );
    }
    await untilGone(client, path, 60_000);
    return [told];
  });
  assert.equal(conditions.length, 5);
});
