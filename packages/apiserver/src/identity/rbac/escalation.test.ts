import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError, createSeededRandom, createVirtualClock, type JsonObject } from "@pintle/machinery";
import { createRequestContext, type RequestContext, type UserInfo } from "../../pipeline/request-context.ts";
import { createRbacAuthorizer } from "../rbac-authorizer.ts";
import { requestWith } from "../request-fixture.test.ts";
import { createEscalationChecks } from "./escalation.ts";
import { jane, readPods, requestFor, silent, startPolicy } from "./policy-fixture.test.ts";

const rbac = "/apis/rbac.authorization.k8s.io/v1";
const rolesInA = `${rbac}/namespaces/a/roles`;
const bindingsInA = `${rbac}/namespaces/a/rolebindings`;
const readSecrets = { ...readPods, resources: ["secrets"] };
const missingSecrets = 'Resources:["secrets"], Verbs:["get"]}';

function contextOf(path: string, user: UserInfo = jane): RequestContext {
  const seams = { clock: createVirtualClock({ start: 0 }), random: createSeededRandom(1), logger: silent };
  return { ...createRequestContext(seams, requestWith({})), user, info: requestFor(path, "POST") };
}

/** Jane may read pods in the namespace `a`. */
async function startChecks(...more: JsonObject[]) {
  const plane = await startPolicy();
  await plane.put("roles/a/held", { rules: [readPods, ...more] });
  await plane.bind("rolebindings/a/held", "Role/held");
  return { ...plane, ...createEscalationChecks(plane.policy, createRbacAuthorizer(plane.policy)) };
}

const role = (...rules: JsonObject[]): JsonObject => ({ metadata: { name: "made" }, rules });
const binding = (kind: string, name: string): JsonObject => ({ metadata: { name: "made" }, roleRef: { kind, name } });

function assertForbidden(check: Promise<void>, start: string, end: string): Promise<void> {
  return assert.rejects(check, (error) => {
    assert.ok(error instanceof ApiError && error.status.reason === "Forbidden");
    const { message = "" } = error.status;
    assert.ok(message.startsWith(start) && message.endsWith(end), message);
    return true;
  });
}

test("who writes a role must hold what is in it, there where it counts", async () => {
  const { checkRole } = await startChecks();
  await checkRole(role(readPods), undefined, contextOf(rolesInA));
  await assertForbidden(
    checkRole(role(readPods, readSecrets), undefined, contextOf(rolesInA)),
    'roles.rbac.authorization.k8s.io "made" is forbidden: user "jane" (groups=["developers" "system:authenticated"]) is attempting',
    missingSecrets,
  );
  await assertForbidden(checkRole(role(readPods), undefined, contextOf(`${rbac}/clusterroles`)), "clusterroles", "}");
  await assertForbidden(checkRole(role(readPods), undefined, contextOf(`${rbac}/namespaces/b/roles`)), "roles", "}");
});

test("a role of more rights than can be compared is forbidden, and costs nothing", async () => {
  const { checkRole, checkBinding, put } = await startChecks();
  const words = Array.from({ length: 300 }, (_, index) => `w${index}`);
  const huge = { apiGroups: words, resources: words, verbs: words, resourceNames: words };
  const end = "grant less, or write several roles";
  const start = 'roles.rbac.authorization.k8s.io "made" is forbidden: rules[1] grants 8100000000 single rights';
  await assertForbidden(checkRole(role(readPods, huge), undefined, contextOf(rolesInA)), start, end);
  await put("roles/a/huge", { rules: [huge] });
  const bindHuge = checkBinding(binding("Role", "huge"), undefined, contextOf(bindingsInA));
  await assertForbidden(bindHuge, 'rolebindings.rbac.authorization.k8s.io "made" is forbidden: rules[0]', end);
});

test("system:masters and who may escalate are not asked what they hold", async () => {
  const { checkRole } = await startChecks({
    apiGroups: ["rbac.authorization.k8s.io"],
    resources: ["roles"],
    resourceNames: ["mine"],
    verbs: ["escalate"],
  });
  const root = { name: "root", groups: ["system:masters"] };
  await checkRole(role(readSecrets), undefined, contextOf(rolesInA, root));
  await checkRole(role(readSecrets), role(), contextOf(`${rolesInA}/mine`));
  await assertForbidden(checkRole(role(readSecrets), role(), contextOf(`${rolesInA}/other`)), "roles", missingSecrets);
});

test("owners and finalizers may change on a role that holds more, and nothing else", async () => {
  const { checkRole } = await startChecks();
  const old = role(readSecrets);
  const held = { ...old, metadata: { name: "made", finalizers: ["x/y"], ownerReferences: [{ name: "z" }] } };
  await checkRole(held, old, contextOf(`${rolesInA}/made`));
  const labelled = { ...old, metadata: { name: "made", labels: { a: "b" } } };
  await assertForbidden(checkRole(labelled, old, contextOf(`${rolesInA}/made`)), "roles", missingSecrets);
});

test("an aggregationRule takes all rights, to add it and to take it away", async () => {
  const { checkRole } = await startChecks();
  const gathering = { metadata: { name: "made" }, aggregationRule: { clusterRoleSelectors: [{}] } };
  const context = contextOf(`${rbac}/clusterroles`);
  const end = "is forbidden: must have cluster-admin privileges to use the aggregationRule";
  await assertForbidden(checkRole(gathering, undefined, context), "clusterroles", end);
  await assertForbidden(checkRole(role(), gathering, context), "clusterroles", end);
});

test("who binds a role must hold what it gives, or may bind it", async () => {
  const { checkBinding, put, bind } = await startChecks();
  await put("roles/a/secrets", { rules: [readSecrets] });
  await checkBinding(binding("Role", "held"), undefined, contextOf(bindingsInA));
  const bindSecrets = () => checkBinding(binding("Role", "secrets"), undefined, contextOf(bindingsInA));
  await assertForbidden(bindSecrets(), 'rolebindings.rbac.authorization.k8s.io "made" is forbidden', missingSecrets);
  const mayBind = { apiGroups: ["rbac.authorization.k8s.io"], resources: ["roles"], verbs: ["bind"] };
  await put("roles/a/binder", { rules: [mayBind] });
  await bind("rolebindings/a/binder", "Role/binder");
  await bindSecrets();
});

test("a role that gathers its rules gives what it gathers", async () => {
  const { checkBinding, put } = await startChecks();
  const selector = { matchLabels: { to: "all" } };
  await put("clusterroles/all", { aggregationRule: { clusterRoleSelectors: [selector] } });
  await put("clusterroles/secrets", { metadata: { labels: { to: "all" } }, rules: [readSecrets] });
  const check = checkBinding(binding("ClusterRole", "all"), undefined, contextOf(bindingsInA));
  await assertForbidden(check, "rolebindings", missingSecrets);
});

test("a role that is not there cannot be compared: it is NotFound, under the name of the binding's resource", async () => {
  const { checkBinding } = await startChecks();
  const check = checkBinding(binding("ClusterRole", "absent"), undefined, contextOf(bindingsInA));
  await assert.rejects(check, { message: 'rolebindings.rbac.authorization.k8s.io "absent" not found' });
});

test("a binding to something that is no role is left to validation", async () => {
  const { checkBinding } = await startChecks();
  for (const kind of ["", "toString", "__proto__"]) {
    await checkBinding(binding(kind, "x"), undefined, contextOf(bindingsInA));
  }
});
