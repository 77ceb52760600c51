import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { describeExcess, describeMissingRules, findMissingRules } from "./missing-rules.ts";
import { type PolicyRule, readPolicyRules, ruleAllows } from "./policy-rule.ts";

const rule = (parts: Partial<PolicyRule>): PolicyRule => ({
  verbs: [],
  apiGroups: [],
  resources: [],
  resourceNames: [],
  nonResourceURLs: [],
  ...parts,
});
const getPods = rule({ apiGroups: [""], resources: ["pods"], verbs: ["get"] });
const missing = (owned: PolicyRule[], wanted: PolicyRule[]) => describeMissingRules(findMissingRules(owned, wanted));

test("what is held, or less, lacks nothing", () => {
  assert.deepEqual(missing([getPods], [getPods]), []);
  assert.deepEqual(missing([getPods], [{ ...getPods, resourceNames: ["one"] }]), []);
  assert.deepEqual(missing([{ ...getPods, verbs: ["*"] }], [getPods]), []);
  assert.deepEqual(missing([{ ...getPods, resources: ["*"] }], [{ ...getPods, resources: ["pods/log"] }]), []);
  assert.deepEqual(missing([{ ...getPods, resources: ["*/log"] }], [{ ...getPods, resources: ["pods/log"] }]), []);
  assert.deepEqual(missing([], []), []);
});

test("a right on all names is more than rights on some", () => {
  const named = { ...getPods, resourceNames: ["one", "two"] };
  assert.deepEqual(missing([named], [getPods]), ['{APIGroups:[""], Resources:["pods"], Verbs:["get"]}']);
  assert.deepEqual(missing([named], [{ ...getPods, resourceNames: ["two", "three"] }]), [
    '{APIGroups:[""], Resources:["pods"], ResourceNames:["three"], Verbs:["get"]}',
  ]);
});

test("rights may come from several rules", () => {
  const wanted = { ...getPods, verbs: ["get", "list"] };
  assert.deepEqual(missing([getPods, { ...getPods, verbs: ["list"] }], [wanted]), []);
});

test("a star is held only by who holds a star", () => {
  const all = { ...getPods, verbs: ["*"] };
  assert.deepEqual(missing([{ ...getPods, verbs: ["get", "list"] }], [all]), [
    '{APIGroups:[""], Resources:["pods"], Verbs:["*"]}',
  ]);
});

test("paths are covered by what they begin with", () => {
  const urls = (...nonResourceURLs: string[]) => rule({ nonResourceURLs, verbs: ["get"] });
  assert.deepEqual(missing([urls("/logs/*")], [urls("/logs/a", "/logs/*")]), []);
  assert.deepEqual(missing([urls("/logs/a")], [urls("/logs/*")]), ['{NonResourceURLs:["/logs/*"], Verbs:["get"]}']);
});

const words = (...choices: string[]) => fc.uniqueArray(fc.constantFrom(...choices), { minLength: 1, maxLength: 3 });
const anyRule = fc
  .record({
    verbs: words("get", "list", "*"),
    apiGroups: words("", "apps", "*"),
    resources: words("pods", "pods/log", "nodes", "*", "*/log"),
    resourceNames: fc.oneof(fc.constant([]), words("a", "b")),
  })
  .map(rule);

test("rules that lack nothing allow no request that the held ones do not", () => {
  const request = fc.record({
    verb: fc.constantFrom("get", "list", "watch"),
    group: fc.constantFrom("", "apps", "batch"),
    resource: fc.constantFrom("pods", "nodes", "jobs"),
    subresource: fc.constantFrom("", "log", "status"),
    name: fc.constantFrom("", "a", "b", "c"),
  });
  let covered = 0;
  fc.assert(
    fc.property(fc.array(anyRule, { maxLength: 3 }), anyRule, request, (owned, wanted, asked) => {
      if (findMissingRules(owned, [wanted]).length > 0) return;
      covered += 1;
      const info = { isResource: true, path: "", prefix: "", version: "", namespace: "", parts: [], labelSelector: "" };
      const question = { ...info, fieldSelector: "", ...asked };
      if (ruleAllows(wanted, question)) assert.ok(owned.some((held) => ruleAllows(held, question)));
    }),
    { numRuns: 5_000, seed: 42 },
  );
  assert.ok(covered > 100, `only ${covered} cases were covered`);
});

test("what is lacking is told once for each resource, sorted", () => {
  const wanted = readPolicyRules({
    rules: [{ apiGroups: ["apps", ""], resources: ["secrets", "configmaps"], verbs: ["get", "list"] }],
  });
  assert.deepEqual(missing([], wanted), [
    '{APIGroups:[""], Resources:["configmaps"], Verbs:["get" "list"]}',
    '{APIGroups:[""], Resources:["secrets"], Verbs:["get" "list"]}',
    '{APIGroups:["apps"], Resources:["configmaps"], Verbs:["get" "list"]}',
    '{APIGroups:["apps"], Resources:["secrets"], Verbs:["get" "list"]}',
  ]);
});

const many = (count: number, word: string) => Array.from({ length: count }, (_, index) => `${word}${index}`);
const huge = rule({
  ...{ verbs: many(300, "verb"), apiGroups: many(300, "group") },
  ...{ resources: many(300, "resource"), resourceNames: many(300, "name") },
});
const everything = rule({ verbs: ["*"], apiGroups: ["*"], resources: ["*"] });

test("rules of more rights than can be compared are found without taking them apart, by their place", () => {
  assert.equal(
    describeExcess([getPods], [getPods, huge]),
    "rules[1] grants 8100000000 single rights (apiGroups × resources × verbs × resourceNames), and no more than 100000 of a role are compared with those currently held: grant less, or write several roles",
  );
  const large = { ...huge, verbs: ["get"], resourceNames: [] };
  assert.equal(describeExcess([], [large]), undefined);
  assert.match(describeExcess([], [large, large]) ?? "", /^rules\[1\] grants 90000 single rights/);
  const paths = rule({ verbs: many(400, "verb"), nonResourceURLs: many(400, "/path") });
  assert.match(
    describeExcess([], [paths]) ?? "",
    /^rules\[0\] grants 160000 single rights \(nonResourceURLs × verbs\)/,
  );
});

test("a rule that one held rule covers as a whole is held, however many rights it grants", () => {
  assert.equal(describeExcess([everything], [huge]), undefined);
  assert.deepEqual(findMissingRules([everything], [huge]), []);
  assert.deepEqual(findMissingRules([huge], [huge]), []);
});
