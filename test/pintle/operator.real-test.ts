/** An operator on the real kube-apiserver and its garbage collector: what the embedded plane shows holds there too. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Client, createClient, createHttpTransport, ignoreNotFound } from "@pintle/client";
import { ConfigMap, Deployment, Secret } from "@pintle/kinds";
import { ApiError, createLogList, createProcessClock, type Transport } from "@pintle/machinery";
import {
  absent,
  defineOperator,
  installResources,
  many,
  type Operator,
  type RunningOperators,
  startOperators,
  yes,
} from "pintle";
import { type ControlPlane, startRealControlPlane } from "../real/control-plane.ts";
import { missing } from "../tools.ts";
import { Box, box, boxesOf, mapsOf, sayConditions } from "./operator-boxes.ts";

const clock = createProcessClock();

async function eventually(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const untilMs = clock.monotonic() + 60_000;
  while (!(await isSo())) {
    if (clock.monotonic() > untilMs) throw new Error(`${what} has not come about within a minute`);
    await clock.sleep(20, { label: what, kind: "work" });
  }
}

/** A Deployment with quantities that the server writes otherwise than they are given, a Secret while there is a text, and maps. */
function realBoxes(outside: Set<string>): Operator {
  const resources = { limits: { cpu: "1000m", memory: "1024Mi" }, requests: { cpu: 0.5 as unknown as string } };
  return defineOperator(Box, {
    owns: { deployment: Deployment, secret: Secret, maps: many(ConfigMap) },
    desired: ({ metadata: { name = "" }, spec }) => {
      outside.add(name);
      const template = {
        metadata: { labels: { box: name } },
        spec: {
          containers: [
            { name: "main", image: "pause", resources, ports: [{ containerPort: 80 }, { containerPort: 81 }] },
          ],
        },
      };
      return {
        deployment: Deployment({
          ...(spec.name && { metadata: { name: spec.name } }),
          spec: { replicas: 0, selector: { matchLabels: { box: name } }, template },
        }),
        secret: spec.text === "" ? absent : Secret({ stringData: { text: spec.text } }),
        maps: Object.fromEntries((spec.parts ?? []).map((part) => [part, ConfigMap({ data: { part } })])),
      };
    },
    status: ({ spec }, { maps }) => ({
      parts: Object.keys(maps).length,
      seen: spec.text,
      conditions: { Ready: yes("Seen") },
    }),
    finalize: ({ metadata }) => void outside.delete(metadata.name ?? ""),
  });
}

describe("an operator on the real kube-apiserver", { skip: missing("real") }, () => {
  let plane: ControlPlane;
  let client: Client;
  let running: RunningOperators;
  const outside = new Set<string>();
  const writes: string[] = [];

  /** Its writes are counted, Events left out. */
  async function begin(): Promise<void> {
    const http = createHttpTransport(configOf(plane), { clock });
    const transport: Transport = {
      request(request) {
        if (request.method !== "GET" && !request.path.includes("/events"))
          writes.push(`${request.method} ${request.path}`);
        return http.request(request);
      },
    };
    running = await startOperators([realBoxes(outside)], {
      client: createClient({ transport }),
      logger: createLogList().logger,
    });
    await running.ready;
  }

  before(async () => {
    plane = await startRealControlPlane({ controllers: true });
    client = createClient(configOf(plane));
    await installResources(client, [Box]);
    await begin();
  });

  after(async () => {
    await running?.stop();
    await client?.close();
    await plane?.stop();
  });

  const isReady = async (generation: number) => {
    const { status } = await boxesOf({ client }).get("a");
    const ready = status?.conditions?.find(({ type }) => type === "Ready");
    return ready?.status === "True" && ready.observedGeneration === generation;
  };
  const deployments = () => client.resource(Deployment, { namespace: "default" });

  /** Nothing is written for a while, whatever is going on. */
  async function calm(): Promise<void> {
    let seen = -1;
    await eventually("calm", async () => {
      const before = seen;
      seen = writes.length;
      await clock.sleep(500, { label: "calm", kind: "work" });
      return before === seen && seen === writes.length;
    });
  }

  test("children come in order, the status tells, and a second pass writes nothing", async () => {
    await boxesOf({ client }).create(box("a", { parts: ["x", "y"] }));
    await eventually("a box that is ready", () => isReady(1));
    await calm();
    assert.deepEqual(
      writes.map((write) => write.replace(/\/apis?\/.*namespaces\/default\//, "")),
      [
        ...["PATCH boxes/a", "PATCH deployments/a", "PATCH secrets/a"],
        ...["PATCH configmaps/a-x", "PATCH configmaps/a-y", "PATCH boxes/a/status"],
      ],
    );
    writes.length = 0;
    await boxesOf({ client }).patch("a", { merge: { metadata: { annotations: { look: "again" } } } });
    await deployments().patch("a", { merge: { metadata: { labels: { theirs: "yes" } } } });
    await calm();
    assert.deepEqual(writes, []);
    assert.equal((await deployments().get("a")).spec?.template.spec?.containers[0]?.resources?.limits?.cpu, "1");
  });

  test("a new process applies each child once at most and changes nothing", async () => {
    const versions = async () =>
      [
        await boxesOf({ client }).get("a"),
        await deployments().get("a"),
        await client.resource(Secret, { namespace: "default" }).get("a"),
        ...(await mapsOf({ client }).list({ labelSelector: "pintle.dev/owner-uid" })).items,
      ].map(({ metadata }) => metadata.resourceVersion);
    const old = await versions();
    await running.stop();
    writes.length = 0;
    await begin();
    await calm();
    assert.equal(writes.length, 4);
    assert.deepEqual(await versions(), old);
  });

  test("what somebody edits or deletes is repaired", async () => {
    const { uid } = (await mapsOf({ client }).get("a-x")).metadata;
    await mapsOf({ client }).delete("a-x");
    await deployments().patch("a", {
      strategic: { spec: { template: { spec: { containers: [{ name: "main", image: "other" }] } } } },
    });
    await client.resource(Secret, { namespace: "default" }).patch("a", { merge: { data: { text: "b3RoZXI=" } } });
    await eventually("repair", async () => {
      const map = await ignoreNotFound(mapsOf({ client }).get("a-x"));
      const deployment = await deployments().get("a");
      const secret = await client.resource(Secret, { namespace: "default" }).get("a");
      const image = deployment.spec?.template.spec?.containers[0]?.image;
      return map !== undefined && map.metadata.uid !== uid && image === "pause" && secret.data?.text === "aGVsbG8=";
    });
  });

  test("a renamed child is made before the old one goes, and what is absent goes", async () => {
    await calm();
    writes.length = 0;
    await boxesOf({ client }).patch("a", { merge: { spec: { name: "renamed", text: "", parts: ["y"] } } });
    await eventually("a box that is ready", () => isReady(2));
    await calm();
    const told = writes.map((write) => write.replace(/\/apis?\/.*namespaces\/default\//, ""));
    assert.equal(told[0], "PATCH deployments/renamed");
    assert.deepEqual(
      new Set(told.slice(1)),
      new Set(["DELETE configmaps/a-x", "DELETE secrets/a", "DELETE deployments/a", "PATCH boxes/a/status"]),
    );
    assert.deepEqual(
      (await boxesOf({ client }).get("a")).status?.inventory?.map(({ kind }) => kind),
      ["ConfigMap", "Deployment"],
    );
  });

  test("a foreign object of a child's name is not written, and waited for", async () => {
    await mapsOf({ client }).create({ metadata: { name: "a-z" }, data: { theirs: "yes" } });
    await boxesOf({ client }).patch("a", { merge: { spec: { parts: ["y", "z"] } } });
    await eventually(
      "the condition",
      async () => sayConditions(await boxesOf({ client }).get("a")).Ready === "False/NameTaken",
    );
    assert.deepEqual((await mapsOf({ client }).get("a-z")).data, { theirs: "yes" });
    await mapsOf({ client }).delete("a-z");
    await eventually("a box that is ready", () => isReady(3));
  });

  test("an apply that is to create is refused where there is an object, and one that names another uid too", async () => {
    const name = "precondition";
    const options = { fieldManager: "test", force: true };
    const { uid = "" } = (await mapsOf({ client }).apply({ metadata: { name, resourceVersion: "1" } }, options))
      .metadata;
    const isConflict = (error: unknown) => ApiError.is(error, "Conflict");
    await assert.rejects(
      mapsOf({ client }).apply({ metadata: { name, resourceVersion: "1" }, data: { a: "b" } }, options),
      isConflict,
    );
    const other = uid.replace(/^./, (first) => (first === "0" ? "1" : "0"));
    await assert.rejects(
      mapsOf({ client }).apply({ metadata: { name, uid: other }, data: { a: "b" } }, options),
      (error) => ApiError.is(error, "Conflict", "Invalid"),
    );
    await mapsOf({ client }).delete(name);
    await assert.rejects(mapsOf({ client }).apply({ metadata: { name, uid }, data: { a: "b" } }, options), isConflict);
  });

  test("an object goes after finalize, and its children with it", async () => {
    await boxesOf({ client }).delete("a");
    await eventually(
      "the end of the box",
      async () => (await ignoreNotFound(boxesOf({ client }).get("a"))) === undefined,
    );
    assert.deepEqual([...outside], []);
    await eventually("the end of the children", async () => {
      const labelSelector = "pintle.dev/owner-uid";
      const left = [
        ...(await deployments().list({ labelSelector })).items,
        ...(await mapsOf({ client }).list({ labelSelector })).items,
      ];
      return left.length === 0;
    });
  });
});

function configOf({ url, ca, tokens }: ControlPlane) {
  return {
    server: url,
    namespace: "default",
    trust: { read: async () => ca },
    credentials: { get: async () => ({ authorization: `Bearer ${tokens.admin}` }), refuse: () => {} },
  };
}
