import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createMemoryStorage } from "@pintle/apiserver";
import {
  createJsonLogger,
  createProcessClock,
  createVirtualClock,
  type JsonObject,
  UsageError,
} from "@pintle/machinery";
import { requestJson } from "./bootstrap/request-json.ts";
import type { StartPhase } from "./control-plane.ts";
import { deployment, deployments, startInProcess } from "./in-process-fixture.test.ts";
import { startControlPlane } from "./start-control-plane.ts";

const logger = createJsonLogger({ write: () => undefined, clock: createProcessClock() });
const users = [{ name: "jane", groups: [] }];

function isUsage(code: string, says: RegExp): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof UsageError);
    assert.equal(error.code, code);
    assert.match(error.message, says);
    return true;
  };
}

describe("the range that Services get their addresses from", () => {
  const services = "/api/v1/namespaces/default/services";
  const ranges = "/apis/networking.k8s.io/v1/servicecidrs/kubernetes";

  test("is said when the plane is started, and shows in the Service and in the range of the first start", async () => {
    await using plane = await startInProcess({ serviceClusterIpRange: "10.32.7.9/16" });
    assert.deepEqual((await plane.ask("GET", ranges)).spec, { cidrs: ["10.32.0.0/16"] });
    const { clusterIP, clusterIPs } = (await plane.ask("GET", `${services}/kubernetes`)).spec as JsonObject;
    assert.deepEqual([clusterIP, clusterIPs], ["10.32.0.1", ["10.32.0.1"]]);
    const seen = new Set<unknown>();
    for (let index = 0; index < 300; index += 1) {
      const { spec } = await plane.ask("POST", services, {
        metadata: { name: `a-${index}` },
        spec: { ports: [{ port: 80 }] },
      });
      assert.match(String((spec as JsonObject).clusterIP), /^10\.32\./);
      seen.add((spec as JsonObject).clusterIP);
    }
    assert.equal(seen.size, 300);
  });

  test("is 10.0.0.0/24 unless said", async () => {
    await using plane = await startInProcess();
    assert.deepEqual((await plane.ask("GET", ranges)).spec, { cidrs: ["10.0.0.0/24"] });
    assert.equal(((await plane.ask("GET", `${services}/kubernetes`)).spec as JsonObject).clusterIP, "10.0.0.1");
  });

  test("is one IPv4 range of 8 addresses or more", async () => {
    for (const serviceClusterIpRange of ["", "10.0.0.0", "10.0.0.0/30", "10.0.0.0/0", "10.0.0.0/1e1", "fd00::/112"]) {
      const says = /^serviceClusterIpRange \(--service-cluster-ip-range\) takes one IPv4 range of 8 addresses or more/;
      const start = startControlPlane({ serviceClusterIpRange, logger });
      await assert.rejects(start, isUsage("PINTLE_SERVICE_CIDR_INVALID", says));
    }
  });
});

describe("a plane that is not told to listen", () => {
  test("opens no socket, and has nothing that only those need who come by one", async () => {
    const before = process.getActiveResourcesInfo().filter((name) => name.startsWith("TCP"));
    await using plane = await startInProcess({ profile: "core" });
    assert.deepEqual(
      process.getActiveResourcesInfo().filter((name) => name.startsWith("TCP")),
      before,
    );
    assert.deepEqual(
      ["url", "ca", "clientCa", "proxyCa"].filter((name) => name in plane),
      [],
    );
    await plane.settle();
    const { data } = await plane.ask("GET", "/api/v1/namespaces/default/configmaps/kube-root-ca.crt");
    assert.deepEqual(data, { "ca.crt": "" });
    const trusted = "/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication";
    assert.equal((await requestJson(plane.transport, "GET", trusted)).status, 404);
    assert.deepEqual(await plane.list("/apis/discovery.k8s.io/v1/endpointslices"), []);
    const { serverAddressByClientCIDRs } = await plane.ask("GET", "/api");
    assert.deepEqual(serverAddressByClientCIDRs, [{ clientCIDR: "0.0.0.0/0", serverAddress: "" }]);
  });

  test("has no kubeconfig, and says how to get one", async () => {
    await using plane = await startControlPlane({ logger });
    assert.throws(() => plane.kubeconfig(), isUsage("PINTLE_PLANE_NOT_LISTENING", /listen: \{\}.*plane\.transport/));
  });

  test("lets its users in, each as themselves, and whoever brings a token as its owner", async () => {
    await using plane = await startControlPlane({ users, logger });
    const whoami = async (transport: typeof plane.transport, headers = {}) => {
      const { body } = await requestJson(
        { request: (request) => transport.request({ ...request, headers: { ...request.headers, ...headers } }) },
        "POST",
        "/apis/authentication.k8s.io/v1/selfsubjectreviews",
        { metadata: {} },
      );
      return ((body as JsonObject).status as { userInfo?: { username: string } })?.userInfo?.username;
    };
    assert.equal(await whoami(plane.transport), "admin");
    assert.equal(await whoami(plane.transportFor("jane")), "jane");
    assert.equal(await whoami(plane.transport, { authorization: `Bearer ${plane.tokens.jane}` }), "jane");
    assert.equal((await requestJson(plane.transportFor("jane"), "GET", "/api/v1/secrets")).status, 403);
  });

  test("says of servers behind it that they are not there, and waits for none of them", async () => {
    await using plane = await startInProcess();
    const path = "/apis/apiregistration.k8s.io/v1/apiservices";
    const group = "elsewhere.example.com";
    const spec = { group, version: "v1", groupPriorityMinimum: 100, versionPriority: 10, insecureSkipTLSVerify: true };
    const service = { name: "elsewhere", namespace: "default" };
    await plane.ask("POST", path, { metadata: { name: `v1.${group}` }, spec: { ...spec, service } });
    await plane.settle();
    const { status } = await plane.ask("GET", `${path}/v1.${group}`);
    const [condition] = (status as { conditions: JsonObject[] }).conditions;
    assert.deepEqual([condition?.status, condition?.reason], ["False", "ServiceNotFound"]);
  });

  test("knows nobody else", async () => {
    await using plane = await startControlPlane({ users, logger });
    for (const user of ["joe", "", "__proto__", "constructor"]) {
      assert.throws(() => plane.transportFor(user), isUsage("PINTLE_USER_UNKNOWN", /name one of admin, jane/));
    }
  });
});

describe("a plane that listens", () => {
  test("gives a kubeconfig for each of its users, and for nobody else", async () => {
    await using plane = await startControlPlane({ users, listen: {}, logger });
    assert.match(plane.url, /^https:\/\/127\.0\.0\.1:\d+$/);
    for (const user of ["admin", "jane"]) {
      const { clusters, users } = JSON.parse(plane.kubeconfig(user));
      assert.equal(clusters[0].cluster.server, plane.url);
      assert.equal(Buffer.from(clusters[0].cluster["certificate-authority-data"], "base64").toString(), plane.ca);
      assert.deepEqual(users, [{ name: user, user: { token: plane.tokens[user] } }]);
    }
    assert.equal(plane.kubeconfig(), plane.kubeconfig("admin"));
    assert.throws(() => plane.kubeconfig("joe"), isUsage("PINTLE_USER_UNKNOWN", /admin, jane/));
  });

  test("is reached within the process as well", async () => {
    await using plane = await startControlPlane({ listen: {}, logger });
    assert.equal((await requestJson(plane.transport, "GET", "/api/v1/namespaces/default")).status, 200);
  });

  test("leaves nothing open when its port is taken", async () => {
    await using first = await startControlPlane({ listen: {}, logger });
    const port = Number(new URL(first.url).port);
    await assert.rejects(startControlPlane({ listen: { port }, logger }), { code: "EADDRINUSE" });
  });
});

describe("the time of a plane", () => {
  test("cannot be moved where it is that of the process", async () => {
    await using plane = await startControlPlane({ logger });
    for (const move of [() => plane.settle(), () => plane.advance("5m")]) {
      await assert.rejects(move, isUsage("PINTLE_CLOCK_NOT_VIRTUAL", /clock: createVirtualClock\(\)/));
    }
  });

  test("cannot be moved where others are waited for: sockets, or a storage with I/O of its own", async () => {
    await using listening = await startControlPlane({ clock: createVirtualClock(), listen: {}, logger });
    await assert.rejects(listening.settle(), isUsage("PINTLE_PLANE_HAS_IO", /without listen/));
    await assert.rejects(listening.advance(1), isUsage("PINTLE_PLANE_HAS_IO", /without listen/));
    const clock = createVirtualClock();
    const storage = Object.assign(createMemoryStorage({ clock }), { hasOwnIo: true });
    await using stored = await startControlPlane({ clock, storage, logger });
    await assert.rejects(stored.settle(), isUsage("PINTLE_PLANE_HAS_IO", /one in memory/));
  });

  test("moves by durations as Go writes them, or by milliseconds", async () => {
    await using plane = await startInProcess();
    const beginMs = plane.clock.now();
    for (const [duration, ms] of [
      ["5m", 300_000],
      ["90s", 90_000],
      ["1h30m", 5_400_000],
      ["1ns", 1],
      [250, 250],
    ] as const) {
      const startMs = plane.clock.now();
      await plane.advance(duration);
      assert.equal(plane.clock.now() - startMs, ms, String(duration));
    }
    assert.ok(plane.clock.now() > beginMs);
    for (const wrong of ["5 minutes", "", "5", "-5m", -1, Number.NaN]) {
      await assert.rejects(plane.advance(wrong), isUsage("PINTLE_DELAY_INVALID", /./));
    }
  });

  test("a rollout with minReadySeconds takes its seconds of the clock, and far fewer of the processor", async () => {
    await using plane = await startInProcess({ profile: "workloads", nodes: 2 });
    await plane.settle();
    const beginMs = plane.clock.now();
    const cpu = process.cpuUsage();
    await plane.ask("POST", deployments, deployment("web", { minReadySeconds: 30 }));
    await plane.settle();
    const { user, system } = process.cpuUsage(cpu);
    const { status } = await plane.ask("GET", `${deployments}/web`);
    assert.equal((status as JsonObject).availableReplicas, 3);
    assert.ok(plane.clock.now() - beginMs >= 30_000);
    assert.ok(plane.clock.now() - beginMs < 60_000);
    assert.ok((user + system) / 1_000 < 5_000, "less than a sixth of the time that passes on the clock");
    assert.deepEqual(plane.complaints, []);
  });

  test("who never settles is told what is alive: controllers' keys, timers and what happened last", async () => {
    await using plane = await startInProcess({ profile: "workloads", nodes: 1 });
    await plane.settle();
    const slow = { minReadySeconds: 7_200, progressDeadlineSeconds: 9_000 };
    await plane.ask("POST", deployments, deployment("web", slow));
    await assert.rejects(plane.settle(), (error: Error) => {
      assert.match(error.message, /^time did not come to rest: 30 virtual minutes went by\n/);
      assert.match(error.message, /work timer due in \d+ ms: queue replicaset-controller: default\/web-[0-9a-z]+\n/);
      assert.match(error.message, /background timer due in \d+ ms: deployment-controller: default\/web\n/);
      assert.match(error.message, /last steps:\n(?: {2}- at \d+ ms: .*\n?)+$/);
      return true;
    });
  });
});

test("whoever shows a start to people is told of its parts as they begin", async () => {
  const phases: StartPhase[] = [];
  const onPhase = (phase: StartPhase) => void phases.push(phase);
  await using _core = await startInProcess({ profile: "core", onPhase });
  assert.deepEqual(phases.splice(0), ["server", "objects", "controllers"]);
  await using _bare = await startInProcess({ profile: "apiserver", onPhase });
  assert.deepEqual(phases, ["server", "objects"]);
});
