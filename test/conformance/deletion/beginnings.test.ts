import assert from "node:assert/strict";
import { after, test } from "node:test";
import { assertAnswer } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { eventually } from "../eventually.ts";
import { containers, make, untilGone } from "./objects.ts";

const client = connect();
after(() => client.close());

const newNamespace = async () => `/api/v1/namespaces/${await client.namespace()}`;
const protectedBy = (finalizer: string) => ({ metadata: { finalizers: [finalizer], deletionTimestamp: undefined } });

test("a new namespace gets a ServiceAccount named default, again and again", async () => {
  const path = `${await newNamespace()}/serviceaccounts/default`;
  const first = await eventually(async () => {
    const answer = await client.get(path);
    assertAnswer(answer, 200, { kind: "ServiceAccount", secrets: undefined, imagePullSecrets: undefined });
    return answer.body;
  });
  assertAnswer(await client.delete(path), 200);
  await eventually(async () => {
    assertAnswer(await client.get(path), 200, { metadata: { uid: (uid: string) => uid !== first.metadata.uid } });
  });
});

test("a new namespace gets the cluster's certificates, which are put right when they change", async () => {
  const path = `${await newNamespace()}/configmaps/kube-root-ca.crt`;
  const { data } = await eventually(async () => {
    const answer = await client.get(path);
    assertAnswer(answer, 200, {
      data: { "ca.crt": (text: unknown) => typeof text === "string" },
      metadata: {
        annotations: {
          "kubernetes.io/description": /^Contains a CA bundle that can be used to verify the kube-apiserver /,
        },
      },
    });
    return answer.body;
  });
  assertAnswer(await client.patch("merge", path, { data: { "ca.crt": "another" } }), 200);
  await eventually(async () => assert.deepEqual((await client.get(path)).body.data, data));
  assertAnswer(await client.delete(path), 200);
  await eventually(async () => assert.deepEqual((await client.get(path)).body.data, data));
});

test("a Secret for tokens of a ServiceAccount gets one, and goes with it", async () => {
  const namespace = await newNamespace();
  const account = await make(client, `${namespace}/serviceaccounts`);
  const annotations = { "kubernetes.io/service-account.name": account.name };
  const type = "kubernetes.io/service-account-token";
  const { path } = await make(client, `${namespace}/secrets`, { annotations }, { type });
  await eventually(async () => {
    const { body } = await client.get(path);
    assert.ok(body.data?.token !== undefined, "there is no token yet");
    assert.equal(body.metadata.annotations["kubernetes.io/service-account.uid"], account.body.metadata.uid);
    assert.equal(Buffer.from(body.data.namespace, "base64").toString(), account.body.metadata.namespace);
    assert.match(Buffer.from(body.data.token, "base64").toString(), /^[\w-]+\.[\w-]+\.[\w-]+$/);
  });
  assertAnswer(await client.delete(account.path), 200);
  await untilGone(client, path);
});

test("a deleted claim that no pod uses goes", async () => {
  const spec = {
    accessModes: ["ReadWriteOnce"],
    resources: { requests: { storage: "1Gi" } },
    storageClassName: "none",
  };
  const { path } = await make(client, `${await newNamespace()}/persistentvolumeclaims`, {}, { spec });
  assertAnswer(await client.get(path), 200, protectedBy("kubernetes.io/pvc-protection"));
  assertAnswer(await client.delete(path), 200);
  await untilGone(client, path);
});

test("a deleted claim stays while a pod uses it", async () => {
  const namespace = await newNamespace();
  const spec = {
    accessModes: ["ReadWriteOnce"],
    resources: { requests: { storage: "1Gi" } },
    storageClassName: "none",
  };
  const claim = await make(client, `${namespace}/persistentvolumeclaims`, {}, { spec });
  const unused = await make(client, `${namespace}/persistentvolumeclaims`, {}, { spec });
  const volumes = [{ name: "data", persistentVolumeClaim: { claimName: claim.name } }];
  const pod = await make(
    client,
    `${namespace}/pods`,
    {},
    { spec: { containers, volumes, nodeName: uniqueName("node") } },
  );

  assertAnswer(await client.delete(claim.path), 200);
  assertAnswer(await client.delete(unused.path), 200);
  await untilGone(client, unused.path);
  assertAnswer(await client.get(claim.path), 200, {
    metadata: { finalizers: ["kubernetes.io/pvc-protection"], deletionTimestamp: /Z$/ },
  });
  assertAnswer(await client.delete(pod.path, { gracePeriodSeconds: 0 }), 200);
  await untilGone(client, claim.path);
});

test("a deleted volume that is bound to no claim goes", async () => {
  const spec = { capacity: { storage: "1Gi" }, accessModes: ["ReadWriteOnce"], hostPath: { path: "/x" } };
  const { path } = await make(client, "/api/v1/persistentvolumes", {}, { spec: { ...spec, storageClassName: "none" } });
  await eventually(async () => assertAnswer(await client.get(path), 200, { status: { phase: "Available" } }));
  assertAnswer(await client.delete(path), 200);
  await untilGone(client, path);
});
