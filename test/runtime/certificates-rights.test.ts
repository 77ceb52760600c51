import assert from "node:assert/strict";
import { test } from "node:test";
import { createClient } from "@pintle/client";
import { ClusterRole, ClusterRoleBinding, Role, RoleBinding } from "@pintle/kinds";
import type { JsonPatchOperation } from "@pintle/machinery";
import { configurationName, definitionName } from "./called-objects.ts";
import { assertBelieved, createCallers, manage, secretPlace } from "./kept-certificates.ts";
import { startRuntimePlane } from "./plane.ts";

test("each right that is missing is named, and everything goes on as soon as it is given", async () => {
  await using plane = await startRuntimePlane({ users: [{ name: "operator", groups: [] }] });
  await createCallers(plane);
  const { client } = plane;
  const transport = plane.running.transportFor("operator");
  const source = manage(createClient({ transport }, { clock: plane.clock, random: plane.random }));
  const starting = source.start();
  await plane.clock.advance(5_000);
  assert.match(
    source.problem ?? "",
    /give the account of this program the verb "get" on secrets default\/web-certificates/,
  );

  const subjects = [{ kind: "User", name: "operator", apiGroup: "rbac.authorization.k8s.io" }];
  const ref = (kind: string) => ({ apiGroup: "rbac.authorization.k8s.io", kind, name: "certificates" });
  const metadata = { name: "certificates" };
  const grants = client.resource(Role, { namespace: secretPlace.namespace });
  const named = { apiGroups: [""], resources: ["secrets"], resourceNames: [secretPlace.name] };
  await grants.create({ metadata, rules: [{ ...named, verbs: ["get", "list", "watch", "update"] }] });
  await client
    .resource(RoleBinding, { namespace: secretPlace.namespace })
    .create({ metadata, roleRef: ref("Role"), subjects });
  await plane.clock.advance(60_000);
  assert.match(source.problem ?? "", /the verb "create" on secrets default\/web-certificates/);
  const create = {
    op: "add",
    path: "/rules/-",
    value: { apiGroups: [""], resources: ["secrets"], verbs: ["create"] },
  } satisfies JsonPatchOperation;
  await grants.patch("certificates", { json: [create] });
  await plane.clock.advance(90_000);
  await starting;
  assert.match(
    source.problem ?? "",
    /the verb "get" on validatingwebhookconfigurations.admissionregistration.k8s.io checks/,
  );

  const read = { resourceNames: [configurationName, definitionName], verbs: ["get", "list", "watch"] };
  const resources = ["validatingwebhookconfigurations", "customresourcedefinitions"];
  const apiGroups = ["admissionregistration.k8s.io", "apiextensions.k8s.io"];
  const roles = client.resource(ClusterRole);
  await roles.create({ metadata, rules: [{ ...read, apiGroups, resources }] });
  await client.resource(ClusterRoleBinding).create({ metadata, roleRef: ref("ClusterRole"), subjects });
  await plane.clock.advance(90_000);
  assert.match(
    source.problem ?? "",
    /the verb "patch" on validatingwebhookconfigurations.admissionregistration.k8s.io checks/,
  );
  await roles.patch("certificates", { json: [{ op: "add", path: "/rules/0/verbs/-", value: "patch" }] });
  await plane.clock.advance(90_000);
  await assertBelieved(plane, source);
  assert.equal(source.problem, undefined);
  await source.stop();
});
