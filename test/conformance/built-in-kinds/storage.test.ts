import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAnswer, assertContains, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { assertInvalid, assertWhole, dryRun, type Made, make } from "./objects.ts";

const client = connect();
let claims: string;
before(async () => {
  claims = `/api/v1/namespaces/${await client.namespace()}/persistentvolumeclaims`;
});
after(() => client.close());

const volumes = "/api/v1/persistentvolumes";
const classes = "/apis/storage.k8s.io/v1/storageclasses";
const claim = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } };
const volume = { capacity: { storage: "1Gi" }, accessModes: ["ReadWriteOnce"], hostPath: { path: "/x" } };
const makeClaim = (spec: Json = {}): Promise<Made> => make(client, claims, { spec: { ...claim, ...spec } });
const change = (path: string, body: Json) => client.patch("merge", path, body);

/** Makes a cluster-wide object for the time of the check. */
async function during(collection: string, body: Json, check: (made: Made) => Promise<void>): Promise<void> {
  const made = await make(client, collection, body);
  try {
    await check(made);
  } finally {
    await client.delete(made.path);
    await change(made.path, { metadata: { finalizers: null } });
  }
}

const immutableSpec =
  "spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims\n";

test("a claim is pending, for a file system, and protected by a finalizer", async () => {
  const { body } = await makeClaim();
  assertWhole(body, { spec: { ...claim, volumeMode: "Filesystem" }, status: { phase: "Pending" } });
  assert.deepEqual(body.metadata.finalizers, ["kubernetes.io/pvc-protection"]);
});

test("a deleted claim stays until somebody takes its finalizer away", async () => {
  const { path } = await makeClaim();
  assertAnswer(await client.delete(path), 200, {
    kind: "PersistentVolumeClaim",
    metadata: { deletionGracePeriodSeconds: 0, deletionTimestamp: /Z$/, finalizers: ["kubernetes.io/pvc-protection"] },
  });
  assertAnswer(await change(path, { metadata: { finalizers: null } }), 200);
  assertAnswer(await client.get(path), 404);
});

test("a claim's specification stays, and the refusal shows the difference", async () => {
  const { name, path } = await makeClaim({ storageClassName: "none" });
  const difference = `@@ -1,6 +1,6 @@
 {
  "AccessModes": [
-  "ReadWriteOnce"
+  "ReadWriteMany"
  ],
  "Selector": null,
  "Resources": {
`;
  assertInvalid(
    await change(path, { spec: { accessModes: ["ReadWriteMany"] } }),
    `PersistentVolumeClaim "${name}"`,
    immutableSpec + difference,
  );
});

test("a bound claim grows where its class allows it, and never shrinks", async () => {
  await during(
    classes,
    { provisioner: "example.com/disks", allowVolumeExpansion: true },
    async ({ name: storageClassName }) => {
      const { name, path } = await makeClaim({ storageClassName, volumeName: "some" });
      assertAnswer(await change(`${path}/status`, { status: { phase: "Bound", capacity: { storage: "1Gi" } } }), 200);
      const sized = (storage: string) => change(path, { spec: { resources: { requests: { storage } } } });
      assertAnswer(await sized("2Gi"), 200, { spec: { resources: { requests: { storage: "2Gi" } } } });
      assertInvalid(
        await sized("500Mi"),
        `PersistentVolumeClaim "${name}"`,
        "spec.resources.requests.storage: Forbidden: field can not be less than status.capacity",
      );
    },
  );
});

test("a bound claim does not grow where its class does not allow it", async () => {
  await during(classes, { provisioner: "example.com/disks" }, async ({ name: storageClassName }) => {
    const { name, path } = await makeClaim({ storageClassName, volumeName: "some" });
    assertAnswer(await change(`${path}/status`, { status: { phase: "Bound", capacity: { storage: "1Gi" } } }), 200);
    assertAnswer(await change(path, { spec: { resources: { requests: { storage: "2Gi" } } } }), 403, {
      reason: "Forbidden",
      message: `persistentvolumeclaims "${name}" is forbidden: only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize`,
    });
  });
});

test("a claim needs a size and a way of access", async () => {
  const create = (spec: Json) => client.create(claims, { metadata: { name: "a" }, spec }, dryRun);
  assertInvalid(
    await create({}),
    'PersistentVolumeClaim "a"',
    "spec.accessModes: Required value: at least 1 access mode is required",
    "spec.resources[storage]: Required value",
  );
  assertInvalid(
    await create({ accessModes: ["X"], resources: { requests: { storage: "-1" } } }),
    'PersistentVolumeClaim "a"',
    'spec.accessModes: Unsupported value: "X": supported values: "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"',
    'spec.resources[storage]: Invalid value: "-1": must be greater than zero',
  );
});

test("a claim's data source and its reference are one", async () => {
  const source = { apiGroup: null, kind: "PersistentVolumeClaim", name: "other" };
  const { spec } = (await makeClaim({ dataSource: { kind: "PersistentVolumeClaim", name: "other" } })).body;
  assertContains(spec, { dataSource: source, dataSourceRef: source });
});

test("the annotation for a claim's class is deprecated", async () => {
  const annotations = { "volume.beta.kubernetes.io/storage-class": "old" };
  const { warnings } = await client.create(claims, { metadata: { name: "a", annotations }, spec: claim }, dryRun);
  assert.deepEqual(warnings, [
    'metadata.annotations[volume.beta.kubernetes.io/storage-class]: deprecated since v1.8; use "storageClassName" attribute instead',
  ]);
});

test("a volume is pending, retained, for a file system, and protected by a finalizer", async () => {
  await during(volumes, { spec: volume }, async ({ body }) => {
    assertWhole(body, {
      spec: {
        ...volume,
        hostPath: { path: "/x", type: "" },
        persistentVolumeReclaimPolicy: "Retain",
        volumeMode: "Filesystem",
      },
      status: { phase: "Pending", lastPhaseTransitionTime: body.status.lastPhaseTransitionTime },
    });
    assert.match(body.status.lastPhaseTransitionTime, /Z$/);
    assert.deepEqual(body.metadata.finalizers, ["kubernetes.io/pv-protection"]);
  });
});

test("where a volume is does not change, how large it is and what becomes of it may", async () => {
  await during(volumes, { spec: volume }, async ({ name, path }) => {
    const difference = `@@ -2,7 +2,7 @@
  "GCEPersistentDisk": null,
  "AWSElasticBlockStore": null,
  "HostPath": {
-  "Path": "/x",
+  "Path": "/y",
   "Type": ""
  },
  "Glusterfs": null,
`;
    assertInvalid(
      await change(path, { spec: { hostPath: { path: "/y" } } }),
      `PersistentVolume "${name}"`,
      `spec.persistentvolumesource: Forbidden: spec.persistentvolumesource is immutable after creation\n${difference}`,
    );
    const spec = { capacity: { storage: "2Gi" }, persistentVolumeReclaimPolicy: "Delete" };
    assertAnswer(await change(path, { spec }), 200, { spec });
  });
});

test("a volume needs a place, a size and a way of access", async () => {
  assertInvalid(
    await client.create(volumes, { metadata: { name: "a" }, spec: {} }, dryRun),
    'PersistentVolume "a"',
    "spec.accessModes: Required value",
    "spec.capacity: Required value",
    'spec.capacity: Unsupported value: null: supported values: "storage"',
    "spec: Required value: must specify a volume type",
  );
});

test("a class deletes volumes and binds them at once, and only whether they grow may change", async () => {
  await during(classes, { provisioner: "example.com/disks" }, async ({ name, path, body }) => {
    const provisioner = "example.com/disks";
    assertWhole(body, { provisioner, reclaimPolicy: "Delete", volumeBindingMode: "Immediate" });
    const refused = async (field: string, value: Json) =>
      assertInvalid(
        await change(path, { [field]: value }),
        `StorageClass.storage.k8s.io "${name}"`,
        `${field}: Invalid value: ${JSON.stringify(value)}: field is immutable`,
      );
    await refused("provisioner", "example.com/other");
    await refused("parameters", { a: "b" });
    await refused("reclaimPolicy", "Retain");
    await refused("volumeBindingMode", "WaitForFirstConsumer");
    assertAnswer(await change(path, { allowVolumeExpansion: true }), 200, { allowVolumeExpansion: true });
  });
});

test("a CSI driver attaches, and knows nothing of pods", async () => {
  await during("/apis/storage.k8s.io/v1/csidrivers", { spec: {} }, async ({ body }) => {
    assertWhole(body, {
      spec: {
        attachRequired: true,
        podInfoOnMount: false,
        volumeLifecycleModes: ["Persistent"],
        storageCapacity: false,
        fsGroupPolicy: "ReadWriteOnceWithFSType",
        requiresRepublish: false,
        seLinuxMount: false,
      },
    });
  });
});
