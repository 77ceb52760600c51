import { after, describe, test } from "node:test";
import { type Answer, assertAnswer, assertStatus } from "../answer.ts";
import { connect } from "../client.ts";
import { matching, startPolicies } from "./policies.ts";
import { assertAllowed, assertDenied, configMap, under } from "./under-policy.ts";

const client = connect();
after(() => client.close());

describe("a ValidatingAdmissionPolicy", { concurrency: 16 }, () => {
  test("refuses with 422 what its expression calls false, and admits the rest", async () => {
    const spec = { validations: [{ expression: "!has(object.data) || object.data.size() < 2" }] };
    const { answers, denied } = await under(client, spec, [], configMap({ a: "1", b: "2" }), configMap({ a: "1" }));

    assertStatus(
      answers[0] as Answer,
      422,
      "Invalid",
      `${denied}failed expression: !has(object.data) || object.data.size() < 2`,
    );
    assertAnswer(answers[1] as Answer, 201);
  });

  test("says its message instead of the expression", async () => {
    assertDenied(
      await under(client, { validations: [{ expression: "false", message: "never" }] }, [], configMap()),
      "never",
    );
  });

  test("says what messageExpression gives", async () => {
    const validation = {
      expression: "object.metadata.name.size() < 3",
      message: "too long",
      messageExpression: "'name ' + object.metadata.name + ' of ' + request.userInfo.username + ' is too long'",
    };
    assertDenied(await under(client, { validations: [validation] }, [], configMap()), "name made of admin is too long");
  });

  const poor: [string, string][] = [
    ["fails", "string(object.data.absent)"],
    ["gives blanks only", "'  '"],
    ["gives a line break", "'a\\nb'"],
  ];
  for (const [title, messageExpression] of poor) {
    test(`says its message when messageExpression ${title}`, async () => {
      const validation = { expression: "false", message: "plain", messageExpression };
      assertDenied(await under(client, { validations: [validation] }, [], configMap({ a: "1" })), "plain");
    });
  }

  const reasons: [string, number][] = [
    ["Forbidden", 403],
    ["Invalid", 422],
    ["RequestEntityTooLarge", 413],
  ];
  for (const [reason, code] of reasons) {
    test(`may give the reason ${reason}, which is ${code}`, async () => {
      const validations = [{ expression: "false", message: "no", reason }];
      assertDenied(await under(client, { validations }, [], configMap()), "no", code, reason);
    });
  }

  test("tells the first of its validations that fails", async () => {
    const validations = [
      { expression: "true", message: "first" },
      { expression: "false", message: "second" },
      { expression: "false", message: "third" },
    ];
    assertDenied(await under(client, { validations }, [], configMap()), "second");
  });

  test("can read what its variables hold, each once computed from those before", async () => {
    const spec = {
      variables: [
        { name: "sizes", expression: "object.data.map(key, object.data[key].size())" },
        { name: "total", expression: "variables.sizes.sum()" },
      ],
      validations: [{ expression: "variables.total < 5", messageExpression: "'total is ' + string(variables.total)" }],
    };
    assertDenied(await under(client, spec, [], configMap({ a: "123", b: "45" })), "total is 5");
  });

  test("can read the namespace", async () => {
    const validations = [
      { expression: "namespaceObject.metadata.labels['kubernetes.io/metadata.name'] == request.namespace" },
      { expression: "false", messageExpression: "namespaceObject.metadata.name" },
    ];
    const result = await under(client, { validations }, [], configMap());
    assertDenied(result, result.namespace);
  });

  test("can ask the authorizer about the user of the request", async () => {
    const may = (verb: string) => `authorizer.requestResource.check('${verb}').allowed()`;
    const validations = [
      { expression: may("create"), message: "create" },
      { expression: "authorizer.path('/healthz').check('get').allowed()", message: "path" },
      {
        expression:
          "authorizer.serviceAccount('default', 'nobody').group('apps').resource('deployments').check('get').allowed()",
        message: "account",
      },
    ];
    assertDenied(await under(client, { validations }, [], configMap()), "account");
  });

  test("sees the old object of an update, and null on a create", async () => {
    await using policies = await startPolicies(client);
    const name = await policies.install("validating", {
      validations: [
        { expression: "oldObject == null || object.data.size() >= oldObject.data.size()", message: "only more" },
      ],
    });
    assertAnswer(await client.create(policies.configMaps, configMap({ a: "1" })), 201);
    const path = `${policies.configMaps}/made`;
    assertAnswer(await client.patch("merge", path, { data: { b: "2" } }), 200);

    assertStatus(
      await client.patch("merge", path, { data: { b: null } }),
      422,
      "Invalid",
      `configmaps "made" is forbidden: ValidatingAdmissionPolicy '${name}' with binding '${name}' denied request: only more`,
    );
  });

  test("sees a delete with a null object", async () => {
    await using policies = await startPolicies(client);
    const name = await policies.install("validating", {
      matchConstraints: matching(policies.namespace, ["configmaps"], { operations: ["DELETE"] }),
      validations: [{ expression: "object != null || !has(oldObject.metadata.labels)", message: "labelled" }],
    });
    assertAnswer(await client.create(policies.configMaps, configMap({}, { labels: { keep: "yes" } })), 201);

    assertStatus(
      await client.delete(`${policies.configMaps}/made`),
      422,
      "Invalid",
      `configmaps "made" is forbidden: ValidatingAdmissionPolicy '${name}' with binding '${name}' denied request: labelled`,
    );
  });

  test("knows the types of built-in kinds: a quantity, a duration, an IP in it can be computed with", async () => {
    await using policies = await startPolicies(client);
    const name = await policies.install("validating", {
      matchConstraints: matching(policies.namespace, ["pods"]),
      validations: [
        {
          expression:
            "object.spec.containers.all(c, quantity(c.resources.limits['memory']).isLessThan(quantity('1Gi')))",
          message: "too much memory",
        },
      ],
    });
    const pod = (memory: string) => ({
      metadata: { name: "made" },
      spec: { containers: [{ name: "main", image: "image", resources: { limits: { memory } } }] },
    });
    const pods = `/api/v1/namespaces/${policies.namespace}/pods`;

    assertAnswer(await client.create(pods, pod("512Mi"), { dryRun: "All" }), 201);
    assertStatus(
      await client.create(pods, pod("2Gi"), { dryRun: "All" }),
      422,
      "Invalid",
      `pods "made" is forbidden: ValidatingAdmissionPolicy '${name}' with binding '${name}' denied request: too much memory`,
    );
  });
});

describe("an expression that cannot be evaluated", { concurrency: 16 }, () => {
  const validations = [{ expression: "object.data.absent == 'x'" }];

  test("denies when failurePolicy is Fail, the default", async () => {
    assertDenied(
      await under(client, { validations }, [], configMap({ a: "1" })),
      "expression 'object.data.absent == 'x'' resulted in error: no such key: absent",
    );
  });

  test("admits when failurePolicy is Ignore", async () => {
    assertAllowed(await under(client, { validations, failurePolicy: "Ignore" }, [], configMap({ a: "1" })));
  });

  test("in a variable denies only where the variable is used", async () => {
    const variables = [{ name: "absent", expression: "object.data.absent" }];
    assertAllowed(await under(client, { variables, validations: [{ expression: "true" }] }, [], configMap({ a: "1" })));
    assertDenied(
      await under(
        client,
        { variables, validations: [{ expression: "variables.absent == 'x'" }] },
        [],
        configMap({ a: "1" }),
      ),
      `expression 'variables.absent == 'x'' resulted in error: composited variable "absent" fails to evaluate: no such key: absent`,
    );
  });

  test("does not hide that another validation says no", async () => {
    const both = [...validations, { expression: "false", message: "no" }];
    assertDenied(await under(client, { validations: both, failurePolicy: "Ignore" }, [], configMap({ a: "1" })), "no");
  });

  test("in a matchCondition denies when failurePolicy is Fail", async () => {
    const matchConditions = [{ name: "broken", expression: "object.data.absent == 'x'" }];
    const result = await under(
      client,
      { matchConditions, validations: [{ expression: "true" }] },
      [],
      configMap({ a: "1" }),
    );
    assertDenied(result, "expression 'object.data.absent == 'x'' resulted in error: no such key: absent");
  });

  test("because it costs too much denies", async () => {
    const list = `[${Array.from({ length: 100 }, (_, index) => index).join(",")}]`;
    const expression = `${list}.all(a, ${list}.all(b, ${list}.all(c, ${list}.all(d, a + b + c + d >= 0))))`;
    const cost = "operation cancelled: actual cost limit exceeded";
    assertDenied(
      await under(client, { validations: [{ expression }] }, [], configMap()),
      `expression '${expression}' resulted in error: ${cost}`,
    );
  });
});
