import { after, test } from "node:test";
import { assertAnswer, assertStatus } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";

// What the API server does by itself: no controller has to empty these namespaces.
const client = connect();
after(() => client.close());

const namespaces = "/api/v1/namespaces";

test("a namespace without finalizers is marked by the first deletion and goes by the second", async () => {
  const name = await client.namespace();
  const path = `${namespaces}/${name}`;
  const finalize = { metadata: { name }, spec: { finalizers: [] } };
  assertAnswer(await client.update(`${path}/finalize`, finalize), 200, { spec: { finalizers: undefined } });
  assertAnswer(await client.delete(path), 200, { kind: "Namespace", status: { phase: "Terminating" } });
  assertAnswer(await client.delete(path), 200, { kind: "Namespace" });
  assertAnswer(await client.get(path), 404);
});

test("the namespaces of the system cannot be deleted, but that of node leases", async () => {
  for (const name of ["default", "kube-system", "kube-public"]) {
    const answer = await client.delete(`${namespaces}/${name}`);
    const message = `namespaces "${name}" is forbidden: this namespace may not be deleted`;
    assertStatus(answer, 403, "Forbidden", message, { details: { name, kind: "namespaces" } });
  }
  assertAnswer(await client.delete(`${namespaces}/kube-node-lease`, undefined, { dryRun: "All" }), 200);
});

test("namespaces are deleted one by one", async () => {
  const answer = await client.delete(namespaces, undefined, {
    labelSelector: `absent=${uniqueName("x")}`,
    dryRun: "All",
  });
  const message = "the server does not allow this method on the requested resource";
  assertStatus(answer, 405, "MethodNotAllowed", message);
});

test("nothing comes into a namespace that there is not", async () => {
  const name = uniqueName("absent");
  const answer = await client.create(`${namespaces}/${name}/configmaps`, { metadata: { name: "a" } });
  assertStatus(answer, 404, "NotFound", `namespaces "${name}" not found`, { details: { name, kind: "namespaces" } });
});
