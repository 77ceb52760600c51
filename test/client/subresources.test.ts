import assert from "node:assert/strict";
import { CertificateSigningRequest, Deployment, Pod, ServiceAccount } from "@pintle/kinds";
import { ApiError } from "@pintle/machinery";
import { onEachServer } from "./servers.ts";

const template = { metadata: { labels: { app: "web" } }, spec: { containers: [{ name: "web", image: "nginx" }] } };
const spec = { replicas: 1, selector: { matchLabels: { app: "web" } }, template };
const deployment = Deployment({ metadata: { name: "web" }, spec });
const pod = Pod({ metadata: { name: "a" }, spec: { containers: [{ name: "web", image: "nginx" }] } });

/** For `CN=alice, O=developers`; its key is forgotten. */
const pem = `-----BEGIN CERTIFICATE REQUEST-----
MIHhMIGHAgEAMCUxEzARBgNVBAoMCmRldmVsb3BlcnMxDjAMBgNVBAMMBWFsaWNl
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEASxXFOWstN0KO7BZCkw/MqwldQY7
i0aYCH1Wf+vLk4j75+50Oxs/6UpKcI0NFNwv+lQXuB5ubZlhHMjUQ/+ZV6AAMAoG
CCqGSM49BAMCA0kAMEYCIQDUZk3AlZ3+ZHI+EDNmZoG+8ASa37w/T1Hdp7O/kJni
9AIhAIlLWDC43z3nj58f6KlLa17tNAu6mmmUT1Qn9ClXFL4v
-----END CERTIFICATE REQUEST-----
`;
const signingRequest = Buffer.from(pem).toString("base64");

onEachServer("the status is written apart from the rest", async ({ client, namespace }) => {
  const deployments = client.resource(Deployment, { namespace });
  const created = await deployments.create(deployment);

  const updated = await deployments.status.update({
    ...created,
    spec: { ...spec, replicas: 7 },
    status: { readyReplicas: 1, replicas: 1 },
  });
  assert.deepEqual([updated.spec?.replicas, updated.status?.readyReplicas], [1, 1]);
  const patched = await deployments.status.patch("web", { merge: { status: { readyReplicas: 0 } } });
  assert.equal(patched.status?.readyReplicas ?? 0, 0);
  const applied = await deployments.status.apply(
    { metadata: { name: "web" }, status: { observedGeneration: 1 } },
    { fieldManager: "test" },
  );
  assert.equal(applied.status?.observedGeneration, 1);
  assert.deepEqual(await deployments.status.get("web"), applied);
});

onEachServer("the scale is a small object for all kinds that have one", async ({ client, namespace }) => {
  const deployments = client.resource(Deployment, { namespace });
  await deployments.create(deployment);

  const scale = await deployments.scale.get("web");
  assert.deepEqual([scale.apiVersion, scale.kind, scale.spec?.replicas], ["autoscaling/v1", "Scale", 1]);
  const updated = await deployments.scale.update({ ...scale, spec: { replicas: 3 } });
  assert.equal(updated.spec?.replicas, 3);
  await deployments.scale.patch("web", { merge: { spec: { replicas: 4 } } });
  assert.equal((await deployments.get("web")).spec?.replicas, 4);
});

onEachServer("a pod is bound to a node, gets a debug container and is evicted", async ({ client, namespace }) => {
  const pods = client.resource(Pod, { namespace });
  await pods.create(pod);

  const bound = await pods.subresource("binding").create("a", { target: { kind: "Node", name: "node-1" } });
  assert.equal(bound.kind, "Status");
  assert.equal((await pods.get("a")).spec?.nodeName, "node-1");
  const debugged = await pods.subresource("ephemeralcontainers").patch("a", {
    strategic: { spec: { ephemeralContainers: [{ name: "debug", image: "busybox" }] } },
  });
  assert.equal(debugged.spec?.ephemeralContainers?.[0]?.name, "debug");
  const evicted = await pods.subresource("eviction").create("a", { deleteOptions: { gracePeriodSeconds: 0 } });
  assert.equal(evicted.status, "Success");
});

onEachServer("a service account gets a token", async ({ client, namespace }) => {
  const accounts = client.resource(ServiceAccount, { namespace });
  await accounts.create({ metadata: { name: "robot" } });

  const issued = await accounts.subresource("token").create("robot", {
    spec: { audiences: [], expirationSeconds: 3600 },
  });
  assert.match(issued.status?.token ?? "", /^[\w-]+\.[\w-]+\.[\w-]+$/);
  assert.equal(issued.spec.expirationSeconds, 3600);
});

onEachServer("a request for a certificate is approved under its approval", async ({ client, namespace }) => {
  const requests = client.resource(CertificateSigningRequest);
  const name = `csr-${namespace}`;
  await requests.create({
    metadata: { name },
    spec: { request: signingRequest, signerName: "example.com/any", usages: ["client auth"] },
  });

  const found = await requests.get(name);
  const conditions = [{ type: "Approved", status: "True", reason: "Test", message: "" }];
  const approved = await requests.subresource("approval").update({ ...found, status: { conditions } });
  assert.equal(approved.status?.conditions?.[0]?.type, "Approved");
  await requests.delete(name);
});

onEachServer("a subresource that the server lacks is not found", async ({ client, namespace }) => {
  const configMaps = client.resource({ apiVersion: "v1", kind: "ConfigMap" }, { namespace });
  await configMaps.create({ metadata: { name: "a" } });

  await assert.rejects(configMaps.status.get("a"), (error) => ApiError.is(error, "NotFound"));
  const accounts: { subresource(name: string): unknown } = client.resource(ServiceAccount, { namespace }) as never;
  assert.throws(() => accounts.subresource("status"), {
    code: "PINTLE_SUBRESOURCE_UNKNOWN",
    message: "ServiceAccount has no subresource status: it has token",
  });
});
