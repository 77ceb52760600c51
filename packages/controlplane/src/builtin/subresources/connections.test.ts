import assert from "node:assert/strict";
import { test } from "node:test";
import type { CustomCall, OwnSubresource, ServerRequest } from "@pintle/apiserver";
import { ApiError, type JsonObject } from "@pintle/machinery";
import type { BuiltInOptions } from "../built-in-options.ts";
import { createNodeProxy, createPodConnections, createServiceProxy } from "./connections.ts";

const container = (name: string) => ({ name, image: "i" });
const stored: Readonly<Record<string, JsonObject>> = {
  "pods/waiting": { metadata: { name: "waiting" }, spec: { containers: [container("c")] } },
  "pods/placed": { metadata: { name: "placed" }, spec: { nodeName: "far", containers: [container("c")] } },
  "pods/silent": { metadata: { name: "silent" }, spec: { nodeName: "silent", containers: [container("c")] } },
  "pods/lost": { metadata: { name: "lost" }, spec: { nodeName: "gone", containers: [container("c")] } },
  "pods/two": {
    metadata: { name: "two" },
    spec: { initContainers: [container("i")], containers: [container("c"), container("d")] },
    status: { podIPs: [{ ip: "10.0.0.7" }] },
  },
  "pods/here": { metadata: { name: "here" }, spec: {}, status: { podIPs: [{ ip: "127.0.0.1" }] } },
  "nodes/far": { status: { addresses: [{ type: "InternalIP", address: "10.1.0.1" }] } },
  "nodes/silent": { status: { addresses: [{ type: "Odd", address: "x" }] } },
  "services/web": { spec: { ports: [{ port: 80 }] } },
  "services/idle": { spec: { ports: [{ port: 80 }] } },
  "endpoints/idle": { subsets: [] },
};

const options = {
  objects: {
    get: async ({ plural, name }: { plural: string; name: string }) => {
      const found = stored[`${plural}/${name}`];
      if (!found) throw ApiError.notFound({ group: "", resource: plural }, name);
      return found;
    },
  },
} as unknown as BuiltInOptions;

const pods = createPodConnections(options);

/** The code and message of the answer; the code alone where there is no message. */
async function ask(served: OwnSubresource | undefined, resource: string, path: string, headers = {}): Promise<string> {
  const [name = "", query = ""] = path.split("?");
  const call = { name, namespace: "n", query: new URLSearchParams(query), context: { info: { resource } } };
  try {
    const answer = await served?.storage.connect?.(call as unknown as CustomCall, { headers } as ServerRequest);
    return String(answer?.status);
  } catch (error) {
    assert.ok(error instanceof ApiError, String(error));
    return `${error.status.code} ${error.message}`;
  }
}

test("the log of a pod that waits for a node is empty", async () => {
  assert.equal(await ask(pods.log, "pods", "waiting"), "204");
});

test("nobody can look into a pod that waits for a node", async () => {
  for (const name of ["exec", "attach", "portforward"]) {
    assert.equal(await ask(pods[name], "pods", "waiting"), "400 pod waiting does not have a host assigned");
  }
});

test("of several containers one must be named, and it must be there", async () => {
  const which = "400 a container name must be specified for pod two, choose one of: [i c d]";
  for (const name of ["log", "exec", "attach"]) {
    assert.equal(await ask(pods[name], "pods", "two"), which);
    assert.equal(await ask(pods[name], "pods", "two?container=x"), "400 container x is not valid for pod two");
  }
  assert.equal(await ask(pods.log, "pods", "two?container=i"), "204");
});

test("a kubelet is looked for by the addresses of its node", async () => {
  const refused = "dial tcp 10.1.0.1:10250: connect: connection refused";
  const path = "https://10.1.0.1:10250/containerLogs/n/placed/c";
  assert.equal(await ask(pods.log, "pods", "placed"), `500 Get "${path}": ${refused}`);
  assert.equal(await ask(pods.exec, "pods", "placed"), "400 Upgrade request required");
  assert.equal(await ask(pods.exec, "pods", "placed", { upgrade: "websocket" }), `500 ${refused}`);
  const unknown = "500 no preferred addresses found; known addresses: [{Odd x}]";
  assert.equal(await ask(pods.portforward, "pods", "silent"), unknown);
});

test("a node that is not there is told as a pod", async () => {
  assert.equal(await ask(pods.log, "pods", "lost"), '404 pods "gone" not found');
});

test("what is asked of a log must make sense", async () => {
  const invalid = '422 PodLogOptions "placed" is invalid:';
  const asked: Record<string, string> = {
    "tailLines=x": '400 strconv.ParseInt: parsing "x": invalid syntax',
    "tailLines=-1": `${invalid} tailLines: Invalid value: -1: must be greater than or equal to 0`,
    "limitBytes=0": `${invalid} limitBytes: Invalid value: 0: must be greater than 0`,
    "sinceSeconds=0": `${invalid} sinceSeconds: Invalid value: 0: must be greater than 0`,
    "stream=Stdout": `${invalid} stream: Forbidden: may not be specified`,
    "sinceTime=x": '400 parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"',
    "sinceSeconds=1&sinceTime=2026-01-01T00:00:00Z": `${invalid} []: Forbidden: at most one of \`sinceTime\` or \`sinceSeconds\` may be specified`,
  };
  for (const [query, answer] of Object.entries(asked)) {
    assert.equal(await ask(pods.log, "pods", `placed?${query}`), answer);
  }
});

test("a proxy leads to addresses of the network alone", async () => {
  const reach = (address: string) =>
    `503 error trying to reach service: dial tcp ${address}: connect: connection refused`;
  assert.equal(await ask(pods.proxy, "pods", "two"), reach("10.0.0.7:80"));
  assert.equal(await ask(pods.proxy, "pods", "https:two:99"), reach("10.0.0.7:99"));
  for (const name of ["here", "waiting"]) assert.equal(await ask(pods.proxy, "pods", name), "400 address not allowed");
  const nodeProxy = createNodeProxy(options);
  assert.equal(await ask(nodeProxy, "nodes", "far"), reach("10.1.0.1:10250"));
  assert.equal(await ask(nodeProxy, "nodes", "none"), '404 nodes "none" not found');
});

test("a proxy is told whom it leads to by name, port and scheme", async () => {
  for (const id of ["a:b:c:d", "ftp:two:1", ":1", "http::1"]) {
    assert.equal(await ask(pods.proxy, "pods", id), `400 invalid pod request "${id}"`);
  }
});

test("a pod on a simulated node answers for itself, and on any other node as if there were nobody", async () => {
  const pod = { metadata: { name: "web" }, spec: { nodeName: "node-1", containers: [container("c")] } };
  const simulated: Readonly<Record<string, JsonObject>> = {
    "pods/web": { ...pod, status: { phase: "Running" } },
    "pods/lost": {
      ...pod,
      spec: { ...pod.spec, nodeName: "gone" },
      status: { phase: "Running", podIPs: [{ ip: "10.0.0.9" }] },
    },
    "nodes/node-1": { metadata: { annotations: { "pintle.dev/simulated": "true" } } },
  };
  const answered = (verb: string) => () => ({ status: 200, headers: { verb } });
  const verbs = ["log", "exec", "attach", "proxy"];
  const own = createPodConnections({
    objects: {
      get: async ({ plural, name }: { plural: string; name: string }) => {
        const found = simulated[`${plural}/${name}`];
        if (!found) throw ApiError.notFound({ group: "", resource: plural }, name);
        return found;
      },
    },
    console: Object.fromEntries(verbs.map((verb) => [verb, answered(verb)])),
  } as unknown as BuiltInOptions);
  for (const verb of verbs) assert.equal(await ask(own[verb], "pods", "web", { upgrade: "websocket" }), "200");
  assert.match(await ask(own.proxy, "pods", "lost"), /^503 error trying to reach service: dial tcp 10\.0\.0\.9:80/);
  assert.equal(await ask(own.log, "pods", "lost"), '404 pods "gone" not found');
});

test("a service without endpoints has nobody to lead to", async () => {
  const proxy = createServiceProxy(options);
  assert.equal(await ask(proxy, "services", "idle"), '503 no endpoints available for service "idle"');
  assert.equal(await ask(proxy, "services", "idle:81"), '503 no service port 81 found for service "idle"');
  // The endpoints are what is missing, but it is told of the service.
  assert.equal(await ask(proxy, "services", "web"), '404 services "web" not found');
});
