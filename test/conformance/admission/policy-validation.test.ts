import { after, describe, test } from "node:test";
import { assertStatus, type Json } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { bindingsPath, policiesPath } from "./policies.ts";

const client = connect();
after(() => client.close());

async function assertRefused(what: "policies" | "bindings", spec: Json, errors: readonly string[]): Promise<void> {
  const name = uniqueName("refused");
  const path = what === "policies" ? policiesPath("validating") : bindingsPath("validating");
  const kind = what === "policies" ? "ValidatingAdmissionPolicy" : "ValidatingAdmissionPolicyBinding";
  const answer = await client.create(path, { metadata: { name }, spec }, { dryRun: "All" });
  const list = errors.length > 1 ? `[${errors.join(", ")}]` : errors[0];
  assertStatus(answer, 422, "Invalid", `${kind}.admissionregistration.k8s.io "${name}" is invalid: ${list}`, {
    details: { name, kind, causes: errors.map((error) => ({ field: error.slice(0, error.indexOf(": ")) })) },
  });
}

describe("a ValidatingAdmissionPolicy that is refused", { concurrency: 16 }, () => {
  const rule = { operations: ["CREATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"] };
  const good = { matchConstraints: { resourceRules: [rule] }, validations: [{ expression: "true" }] };
  const validation = (change: Json) => ({ validations: [{ expression: "true", ...change }] });
  const cases: [string, Json, ...string[]][] = [
    [
      "has no validations",
      { validations: [] },
      "spec.validations: Required value: validations or auditAnnotations must contain at least one item",
      "spec.auditAnnotations: Required value: validations or auditAnnotations must contain at least one item",
    ],
    ["has no matchConstraints", { matchConstraints: undefined }, "spec.matchConstraints: Required value"],
    [
      "has no rules",
      { matchConstraints: { resourceRules: [] } },
      "spec.matchConstraints.resourceRules: Required value",
    ],
    [
      "has an empty expression",
      validation({ expression: " " }),
      "spec.validations[0].expression: Required value: expression is not specified",
    ],
    [
      "has an expression that does not parse",
      validation({ expression: "object." }),
      "spec.validations[0].expression: Invalid value: \"object.\": compilation failed: ERROR: <input>:1:8: Syntax error: no viable alternative at input '.'\n | object.\n | .......^",
    ],
    [
      "has an expression that is no boolean",
      validation({ expression: "1" }),
      'spec.validations[0].expression: Invalid value: "1": must evaluate to bool but got int',
    ],
    [
      "uses params without paramKind",
      validation({ expression: "params.x" }),
      "spec.validations[0].expression: Invalid value: \"params.x\": compilation failed: ERROR: <input>:1:1: undeclared reference to 'params' (in container '')\n | params.x\n | ^",
    ],
    [
      "uses an absent variable",
      validation({ expression: "variables.x" }),
      "spec.validations[0].expression: Invalid value: \"variables.x\": compilation failed: ERROR: <input>:1:1: undeclared reference to 'variables' (in container '')\n | variables.x\n | ^",
    ],
    [
      "has an unknown reason",
      validation({ reason: "NotFound" }),
      'spec.validations[0].reason: Unsupported value: "NotFound": supported values: "Forbidden", "Invalid", "RequestEntityTooLarge"',
    ],
    [
      "has a message of two lines",
      validation({ message: "a\nb" }),
      'spec.validations[0].message: Invalid value: "a\\nb": must not contain line breaks',
    ],
    [
      "has a messageExpression that is no string",
      validation({ messageExpression: "1" }),
      'spec.validations[0].messageExpression: Invalid value: "1": must evaluate to string but got int',
    ],
    [
      "has a messageExpression with an authorizer",
      validation({ messageExpression: "string(authorizer.path('/x').check('get').allowed())" }),
      "spec.validations[0].messageExpression: Invalid value: \"string(authorizer.path('/x').check('get').allowed())\": compilation failed: ERROR: <input>:1:8: undeclared reference to 'authorizer' (in container '')\n | string(authorizer.path('/x').check('get').allowed())\n | .......^",
    ],
    [
      "has a variable whose name is none",
      { variables: [{ name: "a-b", expression: "1" }] },
      'spec.variables[0].name: Invalid value: "a-b": must be a valid CEL identifier',
    ],
    [
      "has an unknown failurePolicy",
      { failurePolicy: "Retry" },
      'spec.failurePolicy: Unsupported value: "Retry": supported values: "Fail", "Ignore"',
    ],
    ["has a paramKind without kind", { paramKind: { apiVersion: "v1" } }, "spec.paramKind.kind: Required value"],
    [
      "has an audit annotation that is no string",
      { auditAnnotations: [{ key: "a", valueExpression: "1" }] },
      'spec.auditAnnotations[0].valueExpression: Invalid value: "1": must evaluate to one of [string null_type] but got int',
    ],
  ];
  for (const [title, change, ...errors] of cases) {
    test(`because it ${title} names the field`, async () => {
      await assertRefused("policies", { ...good, ...change }, errors);
    });
  }
});

describe("a ValidatingAdmissionPolicyBinding that is refused", { concurrency: 16 }, () => {
  const good = { policyName: "policy", validationActions: ["Deny"] };
  const cases: [string, Json, ...string[]][] = [
    ["names no policy", { policyName: "" }, "spec.policyName: Required value"],
    [
      "has no validationActions",
      { validationActions: [] },
      "spec.validationActions: Required value: at least one validation action is required",
    ],
    [
      "has an unknown validationAction",
      { validationActions: ["Log"] },
      'spec.validationActions[0]: Unsupported value: "Log": supported values: "Audit", "Deny", "Warn"',
    ],
    [
      "has a validationAction twice",
      { validationActions: ["Deny", "Deny"] },
      'spec.validationActions[1]: Duplicate value: "Deny"',
    ],
    [
      "has Deny and Warn",
      { validationActions: ["Deny", "Warn"] },
      'spec.validationActions: Invalid value: ["Deny","Warn"]: must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)',
    ],
    [
      "has a paramRef with name and selector",
      { paramRef: { name: "a", selector: {}, parameterNotFoundAction: "Deny" } },
      "spec.paramRef.name: Forbidden: name and selector are mutually exclusive",
      "spec.paramRef.selector: Forbidden: name and selector are mutually exclusive",
    ],
    [
      "has a paramRef without name and selector",
      { paramRef: { parameterNotFoundAction: "Deny" } },
      "spec.paramRef: Required value: one of name or selector must be specified",
    ],
    [
      "has a paramRef without parameterNotFoundAction",
      { paramRef: { name: "a" } },
      "spec.paramRef.parameterNotFoundAction: Required value",
    ],
  ];
  for (const [title, change, ...errors] of cases) {
    test(`because it ${title} names the field`, async () => {
      await assertRefused("bindings", { ...good, ...change }, errors);
    });
  }
});
