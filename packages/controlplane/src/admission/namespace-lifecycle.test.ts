import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import { type AdmissionAttributes, createMemoryStorage, type Storage } from "@pintle/apiserver";
import { ApiError, createVirtualClock, type JsonObject } from "@pintle/machinery";
import { createNamespaceLifecycle } from "./namespace-lifecycle.ts";

async function storageWith(phases: Readonly<Record<string, string>>): Promise<Storage> {
  const storage = createMemoryStorage({ clock: createVirtualClock() });
  for (const [name, phase] of Object.entries(phases)) await setPhase(storage, name, phase);
  return storage;
}

async function setPhase(storage: Storage, name: string, phase: string): Promise<void> {
  const key = `/registry/namespaces/${name}`;
  const { entry } = await storage.get(key);
  const value = Buffer.from(JSON.stringify({ metadata: { name }, status: { phase } }));
  await storage.swap(key, entry?.revision ?? 0, value);
}

function attributes(
  operation: AdmissionAttributes["operation"],
  namespace: string,
  more: { readonly resource?: string; readonly name?: string; readonly object?: JsonObject } = {},
): AdmissionAttributes {
  const { resource = "configmaps", name = "a", object = { metadata: { name } } } = more;
  const endpoint = { groupResource: { group: "", resource } };
  return { operation, namespace, name, endpoint, subresource: "", object } as unknown as AdmissionAttributes;
}

async function refusal(storage: Storage, ...asked: Parameters<typeof attributes>): Promise<ApiError | undefined> {
  try {
    await createNamespaceLifecycle(storage).mutate(attributes(...asked));
    return undefined;
  } catch (error) {
    assert.ok(error instanceof ApiError);
    return error;
  }
}

test("nothing is written into a namespace that does not exist, but things can be deleted there", async () => {
  const storage = await storageWith({});
  for (const operation of ["CREATE", "UPDATE"] as const) {
    assert.equal((await refusal(storage, operation, "absent"))?.message, 'namespaces "absent" not found');
  }
  assert.equal(await refusal(storage, "DELETE", "absent"), undefined);
});

test("nothing new comes into a namespace that is going away, and what is there can change", async () => {
  const storage = await storageWith({ going: "Terminating" });
  const error = await refusal(storage, "CREATE", "going", {
    name: "",
    object: { metadata: { generateName: "late-" } },
  });
  assert.equal(
    error?.message,
    'configmaps "late-" is forbidden: unable to create new content in namespace going because it is being terminated',
  );
  assert.deepEqual(error?.status.details?.causes, [
    { reason: "NamespaceTerminating", message: "namespace going is being terminated", field: "metadata.namespace" },
  ]);
  assert.equal(await refusal(storage, "UPDATE", "going"), undefined);
});

test("that a namespace begins to go is seen with the next request", async () => {
  const storage = await storageWith({ ns: "Active" });
  const lifecycle = createNamespaceLifecycle(storage);
  const object = { metadata: { name: "a" } };
  assert.equal(await lifecycle.mutate(attributes("CREATE", "ns", { object })), object);
  await setPhase(storage, "ns", "Terminating");
  await assert.rejects(lifecycle.mutate(attributes("CREATE", "ns")), /because it is being terminated/);
});

test("the namespaces of Kubernetes itself cannot be deleted, others can", async () => {
  const storage = await storageWith({});
  for (const name of ["default", "kube-system", "kube-public"]) {
    const error = await refusal(storage, "DELETE", name, { resource: "namespaces", name });
    assert.equal(error?.message, `namespaces "${name}" is forbidden: this namespace may not be deleted`);
  }
  assert.equal(await refusal(storage, "DELETE", "mine", { resource: "namespaces", name: "mine" }), undefined);
  assert.equal(await refusal(storage, "CREATE", "mine", { resource: "namespaces", name: "mine" }), undefined);
});

test("what is in no namespace is none of its business", async () => {
  assert.equal(await refusal(await storageWith({}), "CREATE", "", { resource: "nodes" }), undefined);
});
