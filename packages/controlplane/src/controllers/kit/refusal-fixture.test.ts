/** Somebody who refuses the writes of others: a policy that denies them, until it is lifted. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "@pintle/machinery";
import { startTestPlane, type TestPlane } from "./plane-fixture.test.ts";

const group = "admissionregistration.k8s.io";

/** What people are told of a write that the policy denies. */
export const denial = "ValidatingAdmissionPolicy 'closed' with binding 'closed' denied request: we are closed";

/**
 * Denies the operation on the resource (`pods`, `pods/binding`) to everybody, but for what the expression allows, until what is given back is
 * called.
 */
export async function refuse(
  { user, settle }: TestPlane,
  operation: "CREATE" | "UPDATE" | "DELETE",
  resource: string,
  expression = "false",
): Promise<() => Promise<void>> {
  const policies = { group, plural: "validatingadmissionpolicies" };
  const bindings = { group, plural: "validatingadmissionpolicybindings" };
  const rule = { apiGroups: ["*"], apiVersions: ["*"], operations: [operation], resources: [resource] };
  const validations = [{ expression, message: "we are closed" }];
  const spec = { matchConstraints: { resourceRules: [rule] }, validations };
  await user.create(policies, { metadata: { name: "closed" }, spec });
  const bound = { policyName: "closed", validationActions: ["Deny"] };
  await user.create(bindings, { metadata: { name: "closed" }, spec: bound });
  await settle();
  return async () => {
    await user.delete({ ...bindings, name: "closed" });
    await user.delete({ ...policies, name: "closed" });
    await settle();
  };
}

/** How many requests of the controllers begin like this within so many virtual minutes from now. */
export async function countRequests({ requests, clock }: TestPlane, begin: string, minutes: number): Promise<number> {
  const before = requests.length;
  await clock.advance(minutes * 60_000);
  return requests.slice(before).filter((request) => request.startsWith(begin)).length;
}

test("what is refused is refused until it is lifted", async () => {
  await using plane = await startTestPlane();
  const place = { group: "", plural: "configmaps", namespace: "default" };
  const lift = await refuse(plane, "CREATE", "configmaps");
  await assert.rejects(plane.user.create(place, { metadata: { name: "a" } }), (error: unknown) => {
    return ApiError.is(error, "Invalid", "Forbidden") && String(error).includes(denial);
  });
  await lift();
  await plane.user.create(place, { metadata: { name: "a" } });
});
