import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import type { Authorizer } from "@pintle/apiserver";
import { ApiError, type JsonObject } from "@pintle/machinery";
import {
  type AskedWrite,
  attributesOf,
  certificateRequestOf,
  firstRound,
  storageWith,
} from "../admission-fixture.test.ts";
import { createNodeRestriction } from "./node-restriction.ts";

const node = { name: "system:node:n1", groups: ["system:nodes"] };
const stored: Readonly<Record<string, JsonObject>> = {
  "nodes/n1": { metadata: { name: "n1", uid: "node-uid" } },
  "pods/ns/own": {
    metadata: { name: "own", uid: "own-uid" },
    spec: {
      nodeName: "n1",
      volumes: [
        { name: "t", projected: { sources: [{ serviceAccountToken: { path: "t", audience: "vault" } }] } },
        { name: "c", csi: { driver: "drv" } },
        { name: "p", persistentVolumeClaim: { claimName: "claim" } },
      ],
    },
  },
  "pods/ns/other": { metadata: { name: "other", uid: "other-uid" }, spec: { nodeName: "n2" } },
  "csidrivers/drv": { metadata: { name: "drv" }, spec: { tokenRequests: [{ audience: "cloud" }] } },
  "csidrivers/disk": { metadata: { name: "disk" }, spec: { tokenRequests: [{ audience: "disks" }] } },
  "persistentvolumeclaims/ns/claim": { metadata: { name: "claim" }, spec: { volumeName: "pv" } },
  "persistentvolumes/pv": { metadata: { name: "pv" }, spec: { csi: { driver: "disk" } } },
};

/** Why the write is refused, without the name of the object in front. */
async function judge(
  object: JsonObject | undefined,
  write: AskedWrite,
  authorizer: Authorizer = async () => ({ decision: "no-opinion" }),
): Promise<string | undefined> {
  const plugin = createNodeRestriction({ storage: await storageWith(stored), authorizer });
  try {
    await plugin.mutate?.(attributesOf(object, { user: node, namespace: "ns", ...write }), firstRound);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof ApiError, String(error));
    return error.message.replace(/^.* is forbidden: /, "");
  }
}

test("who is no node is not restricted, and a node without a name may do nothing", async () => {
  const leases = { group: "coordination.k8s.io", resource: "leases" };
  for (const user of [
    { name: "jane", groups: ["system:nodes"] },
    { name: node.name, groups: ["system:authenticated"] },
  ]) {
    assert.equal(await judge({}, { ...leases, user }), undefined);
  }
  const nameless = { name: "system:node:", groups: ["system:nodes"] };
  const words = 'could not determine node from user "system:node:"';
  assert.equal(await judge({}, { resource: "configmaps", user: nameless }), words);
  assert.equal(await judge({}, { resource: "configmaps" }), undefined);
});

const owner = { apiVersion: "v1", kind: "Node", name: "n1", uid: "node-uid", controller: true };
const annotations = { "kubernetes.io/config.mirror": "hash" };
const mirror = (spec: JsonObject = {}, metadata: JsonObject = {}, more: JsonObject = {}): JsonObject => ({
  metadata: { annotations, ownerReferences: [{ ...owner, ...more }], ...metadata },
  spec: { nodeName: "n1", ...spec },
});

test("a node makes pods that it was told of by others, for itself", async () => {
  const make = (pod: JsonObject) => judge(pod, {});
  assert.equal(await make(mirror({ volumes: [{ name: "v", hostPath: {} }] })), undefined);
  const no = 'pod does not have "kubernetes.io/config.mirror" annotation, node "n1" can only create mirror pods';
  assert.equal(await make(mirror({}, { annotations: {} })), no);
  const can = 'node "n1" can only create pods with';
  assert.equal(await make(mirror({ nodeName: "n2" })), `${can} spec.nodeName set to itself`);
  assert.equal(await make(mirror({}, { ownerReferences: [] })), `${can} an owner reference set to itself`);
  assert.equal(await make(mirror({}, {}, { kind: "Pod" })), `${can} an owner reference set to itself`);
  assert.equal(
    await make(mirror({}, { ownerReferences: [owner, owner] })),
    `${can} a single owner reference set to itself`,
  );
  assert.equal(await make(mirror({}, {}, { controller: false })), `${can} a controller owner reference set to itself`);
  const blocking = 'node "n1" must not set blockOwnerDeletion on an owner reference';
  assert.equal(await make(mirror({}, {}, { blockOwnerDeletion: true })), blocking);
  assert.equal(await make(mirror({}, {}, { uid: "x" })), "node n1 UID mismatch: expected x got node-uid");
});

test("such a pod needs no other object", async () => {
  const volume = (source: JsonObject) => mirror({ volumes: [{ name: "v", ...source }] });
  const projected = (source: JsonObject) => volume({ projected: { sources: [{ downwardAPI: {} }, source] } });
  const env = (from: JsonObject) => mirror({ containers: [{ name: "c", envFrom: [from] }] });
  const cases: readonly (readonly [pod: JsonObject, reference: string])[] = [
    [mirror({ serviceAccountName: "x" }), "serviceaccounts"],
    [env({ secretRef: { name: "s" } }), "secrets"],
    [env({ configMapRef: { name: "s" } }), "configmaps"],
    [mirror({ resourceClaims: [{ name: "x" }] }), "resourceclaims"],
    [volume({ configMap: {} }), "configmaps (via configmap volumes)"],
    [volume({ secret: {} }), "secrets (via secret volumes)"],
    [volume({ csi: {} }), "csidrivers (via CSI volumes)"],
    [volume({ glusterfs: {} }), "endpoints (via glusterFS volumes)"],
    [volume({ persistentVolumeClaim: {} }), "persistentvolumeclaims"],
    [volume({ ephemeral: {} }), "persistentvolumeclaims (via ephemeral volumes)"],
    [volume({ azureFile: {} }), "secrets (via azureFile volumes)"],
    [projected({ configMap: {} }), "configmaps (via projected volumes)"],
    [projected({ secret: {} }), "secrets (via projected volumes)"],
    [projected({ serviceAccountToken: {} }), "serviceaccounts (via projected volumes)"],
    [projected({ clusterTrustBundle: {} }), "clustertrustbundles"],
    [projected({ podCertificate: {} }), "podcertificates"],
  ];
  for (const [pod, reference] of cases) {
    assert.equal(await judge(pod, {}), `node "n1" can not create pods that reference ${reference}`);
  }
  const unknown = "error checking mirror pod for API references: unknown";
  assert.equal(await judge(volume({ future: {} }), {}), `${unknown} volume type for volume  "v"`);
  assert.equal(await judge(projected({ future: {} }), {}), `${unknown} source for projected volume "v"`);
});

test("a node changes and ends its own pods only, and only so far", async () => {
  const own = stored["pods/ns/own"] ?? {};
  const other = stored["pods/ns/other"] ?? {};
  const remove = (old: JsonObject) => judge(undefined, { operation: "DELETE", old });
  assert.equal(await remove(own), undefined);
  assert.equal(await remove(other), 'node "n1" can only delete pods with spec.nodeName set to itself');
  const update = await judge(own, { operation: "UPDATE", old: own });
  assert.equal(update, 'unexpected operation "UPDATE", node "n1" can only create and delete mirror pods');
  const bind = await judge({}, { subresource: "binding" });
  assert.equal(bind, `unexpected pod subresource "binding", only 'status' and 'eviction' are allowed`);
  const status = (pod: JsonObject, old: JsonObject) => judge(pod, { operation: "UPDATE", subresource: "status", old });
  assert.equal(await status({ ...own, status: { phase: "Running" } }, own), undefined);
  assert.match(
    (await status(other, other)) ?? "",
    /can only update pod status for pods with spec\.nodeName set to itself/,
  );
  const labelled = { ...own, metadata: { labels: { a: "b" } } };
  assert.equal(await status(labelled, own), 'node "n1" cannot update labels through pod status');
  const claims = { ...own, status: { resourceClaimStatuses: [{ name: "x" }] } };
  assert.equal(await status(claims, own), 'node "n1" cannot update resource claim statues');
  const extended = { ...own, status: { extendedResourceClaimStatus: { resourceClaimName: "x" } } };
  assert.equal(await status(extended, own), 'node "n1" cannot update extended resource claim status');
  const evict = (name: string) => judge({}, { subresource: "eviction", name });
  assert.equal(await evict("own"), undefined);
  assert.equal(await evict("other"), "node n1 can only evict pods with spec.nodeName set to itself");
  assert.equal(await evict("absent"), 'pod "absent" not found');
});

test("a node writes itself, without taints, owners and the labels that steer pods", async () => {
  const nodes = { resource: "nodes", name: "n1", namespace: "" };
  const make = (object: JsonObject, write: AskedWrite = {}) => judge(object, { ...nodes, ...write });
  const change = (object: JsonObject, old: JsonObject = {}) => make(object, { operation: "UPDATE", old });
  const labelled = (...keys: string[]) => ({ metadata: { labels: Object.fromEntries(keys.map((key) => [key, ""])) } });
  const fine = ["own", "example.com/x", "kubernetes.io/os", "kubelet.kubernetes.io/x", "a.node.kubernetes.io/x"];
  const bad = [
    "a.k8s.io/x",
    "foo.kubernetes.io/x",
    "node-restriction.kubernetes.io/x",
    "x.node-restriction.kubernetes.io/y",
  ];
  assert.equal(await make(labelled(...fine)), undefined);
  assert.equal(await make({}, { name: "n2" }), 'node "n1" is not allowed to modify node "n2"');
  assert.equal(
    await make(labelled(...bad, ...fine)),
    `node "n1" is not allowed to set the following labels: ${bad.join(", ")}`,
  );
  assert.equal(await change(labelled(...bad), labelled(...bad)), undefined);
  assert.equal(await change({}, labelled(...bad)), `is not allowed to modify labels: ${bad.join(", ")}`);
  const taints = (...keys: string[]) => ({ spec: { taints: keys.map((key) => ({ key })) } });
  assert.equal(await change(taints(), {}), undefined);
  assert.equal(await change(taints(), taints("a")), 'node "n1" is not allowed to modify taints');
  const owned = { metadata: { ownerReferences: [{ name: "x" }] } };
  assert.equal(await change(owned), 'node "n1" is not allowed to modify ownerReferences');
  const source = { spec: { configSource: { configMap: {} } } };
  assert.equal(await make(source), 'node "n1" is not allowed to create pods with a non-nil configSource');
  assert.equal(await change(source), 'node "n1" is not allowed to update configSource to a new non-nil configSource');
  assert.equal(await change({}, source), undefined);
});

const token = (boundObjectRef: JsonObject, ...audiences: string[]) => ({ spec: { boundObjectRef, audiences } });
const bound = (name: string, uid = `${name}-uid`) => ({ apiVersion: "v1", kind: "Pod", name, uid });
const tokens = { resource: "serviceaccounts", subresource: "token", name: "default" };

test("a node gets tokens for pods that run on it", async () => {
  const ask = (object: JsonObject) => judge(object, tokens);
  assert.equal(await ask(token({})), "node requested token not bound to a pod");
  assert.equal(await ask(token({ ...bound("own"), kind: "Secret" })), "node requested token not bound to a pod");
  assert.equal(await ask(token(bound("own", ""))), "node requested token with a pod binding without a uid");
  assert.equal(await ask(token(bound("absent"))), 'pod "absent" not found');
  assert.match(
    (await ask(token(bound("own", "x")))) ?? "",
    /^the UID in the bound object reference \(x\) does not match/,
  );
  assert.equal(await ask(token(bound("other"))), "node requested token bound to a pod scheduled on a different node");
});

test("the audience of such a token is one that the pod or a driver of its volumes asks for, or one that is granted", async () => {
  const ask = (...audiences: string[]) => judge(token(bound("own"), ...audiences), tokens);
  for (const audience of ["vault", "cloud", "disks"]) assert.equal(await ask(audience), undefined, audience);
  assert.equal(await ask("a", "b"), "node may only request 0 or 1 audiences");
  const words =
    'audience "x" not found in pod spec volume, system:node:n1 is not authorized to request tokens for this audience';
  assert.equal(await ask("x"), words);
  const granted: Authorizer = async ({ request: { verb, resource, name, namespace } }) =>
    [verb, resource, name, namespace].join(" ") === "request-serviceaccounts-token-audience x default ns"
      ? { decision: "allow" }
      : { decision: "no-opinion" };
  assert.equal(await judge(token(bound("own"), "x"), tokens, granted), undefined);
});

test("a node has a lease, a CSINode and slices of its own", async () => {
  const lease = { group: "coordination.k8s.io", resource: "leases", namespace: "kube-node-lease", name: "n1" };
  assert.equal(await judge({}, lease), undefined);
  const elsewhere = 'can only access leases in the "kube-node-lease" system namespace';
  assert.equal(await judge({}, { ...lease, namespace: "ns" }), elsewhere);
  const named = (what: string) => `can only access ${what} with the same name as the requesting node`;
  assert.equal(await judge({}, { ...lease, name: "n2" }), named("node lease"));
  const csi = { group: "storage.k8s.io", resource: "csinodes", namespace: "" };
  assert.equal(await judge({}, { ...csi, name: "n1" }), undefined);
  assert.equal(await judge({}, { ...csi, name: "n2" }), named("CSINode"));
  const slices = { group: "resource.k8s.io", resource: "resourceslices", namespace: "" };
  const slice = (nodeName: string) => ({ spec: { nodeName } });
  const only = (verb: string) => `can only ${verb} ResourceSlice with the same NodeName as the requesting node`;
  assert.equal(await judge(slice("n1"), slices), undefined);
  assert.equal(await judge(slice("n2"), slices), only("create"));
  assert.equal(await judge(undefined, { ...slices, operation: "DELETE", old: slice("n2") }), only("delete"));
  assert.equal(await judge(slice("n2"), { ...slices, operation: "UPDATE", old: slice("n2") }), undefined);
});

test("a node tells of a claim how its volume grows, and nothing else", async () => {
  const claims = {
    resource: "persistentvolumeclaims",
    operation: "UPDATE",
    old: { status: { phase: "Bound" } },
  } as const;
  const tell = (status: JsonObject) => judge({ status }, { ...claims, subresource: "status" });
  const grown = {
    phase: "Bound",
    capacity: { storage: "2Gi" },
    conditions: [],
    allocatedResources: { storage: "2Gi" },
  };
  assert.equal(await tell(grown), undefined);
  assert.match((await tell({ phase: "Lost" })) ?? "", /is not allowed to update fields other than status\.quantity/);
  assert.equal(await judge({}, claims), "may only update PVC status");
});

test("a node asks for certificates in its own name", async () => {
  const requests = { group: "certificates.k8s.io", resource: "certificatesigningrequests" };
  const spec = { signerName: "kubernetes.io/kubelet-serving", request: "" };
  assert.match((await judge({ spec }, requests)) ?? "", /^unable to parse csr: /);
  assert.equal(await judge({ spec: { ...spec, signerName: "example.com/x" } }, requests), undefined);
  const request = (commonName: string) =>
    Buffer.from(certificateRequestOf("commonName", commonName)).toString("base64");
  assert.equal(await judge({ spec: { ...spec, request: request("system:node:n1") } }, requests), undefined);
  const foreign = await judge({ spec: { ...spec, request: request("system:node:n2") } }, requests);
  assert.equal(foreign, "can only create a node CSR with CN=system:node:n1");
});
