import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigMap, Deployment, Secret, Service } from "@pintle/kinds";
import fc from "fast-check";
import { type Access, accessTo, rulesOf, type Verb } from "./access.ts";

test("what is done to one resource is one rule, in the order in which people write verbs", () => {
  const rules = rulesOf([accessTo(Deployment, ["watch", "list"]), accessTo(Deployment, ["delete", "get", "list"])]);
  assert.deepEqual(rules, [
    { apiGroups: ["apps"], resources: ["deployments"], verbs: ["get", "list", "watch", "delete"] },
  ]);
});

test("resources of one group share a rule only where everything else is the same", () => {
  const rules = rulesOf([accessTo(Service, ["list"]), accessTo(ConfigMap, ["list"]), accessTo(Secret, ["get"])]);
  assert.deepEqual(rules, [
    { apiGroups: [""], resources: ["configmaps", "services"], verbs: ["list"] },
    { apiGroups: [""], resources: ["secrets"], verbs: ["get"] },
  ]);
});

test("a right to some objects is left out where there is one to all of them", () => {
  const named = (verbs: readonly Verb[]) => ({ ...accessTo(Secret, verbs), names: ["one"] });
  const whole = accessTo(Secret, ["get", "list"]);
  assert.deepEqual(rulesOf([whole, named(["get"])]), rulesOf([whole]));
  assert.equal(rulesOf([whole, named(["get", "update"])]).length, 2);
});

test("whatever is asked for is allowed, nothing else is, and the order does not matter", () => {
  const verb = fc.constantFrom<Verb>("get", "list", "watch", "create", "update", "patch", "delete");
  const access: fc.Arbitrary<Access> = fc.record({
    group: fc.constantFrom("", "apps"),
    resource: fc.constantFrom("as", "bs", "bs/status"),
    verbs: fc.array(verb, { minLength: 1 }),
    names: fc.subarray(["x", "y"]),
  });
  const rightsOf = (all: readonly Access[]) =>
    all.flatMap(({ group, resource, verbs, names = [] }) =>
      verbs.flatMap((each) =>
        (names.length > 0 ? names : ["*"]).map((name) => [group, resource, each, name].join(" ")),
      ),
    );
  fc.assert(
    fc.property(fc.array(access), (all) => {
      const rules = rulesOf(all);
      assert.deepEqual(rulesOf(all.toReversed()), rules);
      const given = new Set(
        rules.flatMap(({ apiGroups = [], resources = [], verbs, resourceNames = ["*"] }) =>
          resources.flatMap((resource) =>
            verbs.flatMap((each) => resourceNames.map((name) => [apiGroups[0], resource, each, name].join(" "))),
          ),
        ),
      );
      const asked = new Set(rightsOf(all));
      for (const right of given) assert.ok(asked.has(right), `${right} was not asked for`);
      for (const right of asked)
        assert.ok(given.has(right) || given.has(right.replace(/ [xy]$/, " *")), `${right} is missing`);
    }),
  );
});
