import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAnswer, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { assertInvalid, assertWhole, dryRun, make } from "./objects.ts";

const client = connect();
let networking: string;
let slices: string;
let core: string;
before(async () => {
  const namespace = await client.namespace();
  networking = `/apis/networking.k8s.io/v1/namespaces/${namespace}`;
  slices = `/apis/discovery.k8s.io/v1/namespaces/${namespace}/endpointslices`;
  core = `/api/v1/namespaces/${namespace}`;
});
after(() => client.close());

const create = (collection: string, body: Json) =>
  client.create(collection, { ...body, metadata: { name: "a", ...body.metadata } }, dryRun);
const service = { name: "shop", port: { number: 80 } };

test("an Ingress is kept as it is", async () => {
  const spec = {
    rules: [
      { host: "*.example.com", http: { paths: [{ path: "/", pathType: "Prefix", backend: { service } }] } },
      {
        http: {
          paths: [{ pathType: "ImplementationSpecific", backend: { service: { name: "b", port: { name: "web" } } } }],
        },
      },
    ],
    tls: [{ secretName: "certificate" }],
  };
  const { body } = await create(`${networking}/ingresses`, { spec });
  assertWhole(body, { spec, status: { loadBalancer: {} } });
  assert.equal(body.metadata.generation, 1);
});

test("an Ingress leads somewhere, by paths with a type", async () => {
  const subject = 'Ingress.networking.k8s.io "a"';
  assertInvalid(
    await create(`${networking}/ingresses`, { spec: {} }),
    subject,
    "spec: Invalid value: null: either `defaultBackend` or `rules` must be specified",
  );
  const paths = [{ path: "/", backend: { service } }];
  assertInvalid(
    await create(`${networking}/ingresses`, { spec: { rules: [{ http: { paths } }] } }),
    subject,
    "spec.rules[0].http.paths[0].pathType: Required value: pathType must be specified",
  );
  assertInvalid(
    await create(`${networking}/ingresses`, {
      spec: { rules: [{ host: "1.2.3.4", http: { paths: [{ ...paths[0], path: "x", pathType: "Exact" }] } }] },
    }),
    subject,
    'spec.rules[0].host: Invalid value: "1.2.3.4": must be a DNS name, not an IP address',
    'spec.rules[0].http.paths[0].path: Invalid value: "x": must be an absolute path',
  );
});

test("the annotation for the class of an Ingress is deprecated, and must agree with the field", async () => {
  const metadata = { annotations: { "kubernetes.io/ingress.class": "x" } };
  const spec = { defaultBackend: { service } };
  const { warnings } = await create(`${networking}/ingresses`, { metadata, spec });
  assert.deepEqual(warnings, [
    "annotation \"kubernetes.io/ingress.class\" is deprecated, please use 'spec.ingressClassName' instead",
  ]);
  assertInvalid(
    await create(`${networking}/ingresses`, { metadata, spec: { ...spec, ingressClassName: "y" } }),
    'Ingress.networking.k8s.io "a"',
    'annotations.kubernetes.io/ingress.class: Invalid value: "x": must match `ingressClassName` when both are specified',
  );
});

test("an Ingress takes its status through its own path", async () => {
  const { path } = await make(client, `${networking}/ingresses`, { spec: { defaultBackend: { service } } });
  const status = { loadBalancer: { ingress: [{ hostname: "lb.example.com" }] } };
  assertAnswer(await client.patch("merge", path, { status }), 200, {
    status: { loadBalancer: { ingress: undefined } },
  });
  assertAnswer(await client.patch("merge", `${path}/status`, { status, spec: { ingressClassName: "x" } }), 200, {
    metadata: { generation: 1 },
    spec: { ingressClassName: undefined },
    status,
  });
});

test("the parameters of an IngressClass are of the cluster, and its controller stays", async () => {
  const classes = "/apis/networking.k8s.io/v1/ingressclasses";
  const parameters = { kind: "Settings", name: "s" };
  const { name, path, body } = await make(client, classes, { spec: { controller: "example.com/one", parameters } });
  try {
    assert.deepEqual(body.spec.parameters, { ...parameters, scope: "Cluster" });
    assertInvalid(
      await client.patch("merge", path, { spec: { controller: "example.com/two" } }),
      `IngressClass.networking.k8s.io "${name}"`,
      'spec.controller: Invalid value: "example.com/two": field is immutable',
    );
  } finally {
    await client.delete(path);
  }
});

test("a NetworkPolicy is for ingress, and for egress if it has rules for it", async () => {
  const typesOf = async (spec: Json) =>
    (await create(`${networking}/networkpolicies`, { spec: { podSelector: {}, ...spec } })).body.spec.policyTypes;
  assert.deepEqual(await typesOf({}), ["Ingress"]);
  assert.deepEqual(await typesOf({ egress: [{}] }), ["Ingress", "Egress"]);
  assert.deepEqual(await typesOf({ egress: [] }), ["Ingress"]);
  assert.deepEqual(await typesOf({ policyTypes: ["Egress"] }), ["Egress"]);
});

test("the ports of a NetworkPolicy are TCP, and its ranges make sense", async () => {
  const ingress = (rule: Json) =>
    create(`${networking}/networkpolicies`, { spec: { podSelector: {}, ingress: [rule] } });
  const { body } = await ingress({ ports: [{ port: 80 }, {}] });
  assert.deepEqual(body.spec.ingress, [{ ports: [{ protocol: "TCP", port: 80 }, { protocol: "TCP" }] }]);

  const subject = 'NetworkPolicy.networking.k8s.io "a"';
  assertInvalid(
    await ingress({ ports: [{ port: 80, endPort: 70 }, { endPort: 5 }] }),
    subject,
    // It shows the start of the range as the value that is wrong with its end.
    "spec.ingress[0].ports[0].endPort: Invalid value: 80: must be greater than or equal to `port`",
    "spec.ingress[0].ports[1].endPort: Invalid value: 5: may not be specified when `port` is not specified",
  );
  assertInvalid(
    await ingress({ from: [{ ipBlock: { cidr: "10.0.0.0/8", except: ["11.0.0.0/16"] } }, {}] }),
    subject,
    'spec.ingress[0].from[0].ipBlock.except[0]: Invalid value: "11.0.0.0/16": must be a strict subset of `cidr`',
    "spec.ingress[0].from[1]: Required value: must specify a peer",
  );
});

test("an EndpointSlice's ports have names and protocols, its endpoints conditions", async () => {
  const { body } = await make(client, slices, {
    addressType: "IPv4",
    endpoints: [{ addresses: ["10.1.1.1"] }],
    ports: [{ port: 80 }],
  });
  assertWhole(body, {
    addressType: "IPv4",
    endpoints: [{ addresses: ["10.1.1.1"], conditions: {} }],
    ports: [{ name: "", protocol: "TCP", port: 80 }],
  });
  assert.equal(body.metadata.generation, 1);
});

test("an EndpointSlice's addresses are of its type, which stays", async () => {
  const addresses = ["x", "127.0.0.1"];
  assertInvalid(
    await create(slices, { addressType: "IPv4", endpoints: [{ addresses }], ports: [] }),
    'EndpointSlice.discovery.k8s.io "a"',
    'endpoints[0].addresses[0]: Invalid value: "x": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
    'endpoints[0].addresses[1]: Invalid value: "127.0.0.1": may not be in the loopback range (127.0.0.0/8, ::1/128)',
  );
  const { name, path } = await make(client, slices, { addressType: "IPv4", endpoints: [], ports: [] });
  assertInvalid(
    await client.patch("merge", path, { addressType: "IPv6" }),
    `EndpointSlice.discovery.k8s.io "${name}"`,
    'addressType: Invalid value: "IPv6": field is immutable',
  );
});

test("any change of an EndpointSlice is a new generation, one of its labels too", async () => {
  const { path } = await make(client, slices, { addressType: "IPv4", endpoints: [], ports: [] });
  const generationAfter = async (change: Json) => (await client.patch("merge", path, change)).body.metadata.generation;
  assert.equal(await generationAfter({ metadata: { labels: { a: "b" } } }), 2);
  assert.equal(await generationAfter({ endpoints: [{ addresses: ["10.1.1.1"] }] }), 3);
});

test("Endpoints are deprecated, and their ports TCP", async () => {
  const subsets = [{ addresses: [{ ip: "10.1.1.2" }, { ip: "10.1.1.1" }], ports: [{ port: 80 }] }];
  const answer = await create(`${core}/endpoints`, { subsets });
  assert.deepEqual(answer.warnings, ["v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice"]);
  assertAnswer(answer, 201, { subsets: [{ ports: [{ port: 80, protocol: "TCP" }] }] });
});
