import { after, before, test } from "node:test";
import { type Answer, assertAnswer, assertStatus, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { authorizationPath, createRobot, grant, grantEverywhere, type Robot, user } from "./subjects.ts";

const client = connect();
let namespace: string;
before(async () => {
  namespace = await client.namespace();
});
after(() => client.close());

const review = (spec: Json): Promise<Answer> => client.create(`${authorizationPath}/subjectaccessreviews`, { spec });
const reviewSelf = (as: string | null, spec: Json): Promise<Answer> =>
  client.create(`${authorizationPath}/selfsubjectaccessreviews`, { spec }, {}, { as });
const reviewLocally = (spec: Json): Promise<Answer> =>
  client.create(`${authorizationPath}/namespaces/${namespace}/localsubjectaccessreviews`, { spec });
const getPods = () => ({ namespace, verb: "get", resource: "pods" });
const getOther = { path: "/other", verb: "get" };

/** These reviews have no kind in their Invalid messages: upstream never fills it in. */
function assertInvalid(answer: Answer, field: string, message: string): void {
  assertStatus(answer, 422, "Invalid", `.authorization.k8s.io "" is invalid: ${field}: ${message}`, {
    details: {
      name: undefined,
      group: "authorization.k8s.io",
      kind: undefined,
      causes: [{ reason: "FieldValueInvalid", message, field }],
    },
  });
}

test("a SubjectAccessReview says no without a reason", async () => {
  assertAnswer(await review({ user: "alice", resourceAttributes: getPods() }), 201, {
    kind: "SubjectAccessReview",
    apiVersion: "authorization.k8s.io/v1",
    metadata: { name: undefined, uid: undefined, creationTimestamp: undefined },
    spec: { user: "alice", resourceAttributes: getPods() },
    status: (status: Json) => JSON.stringify(status) === '{"allowed":false}',
  });
});

test("a SubjectAccessReview that says yes names the binding, the role and the subject", async () => {
  const robot = await createRobot(client, namespace);
  const subject = { kind: "ServiceAccount", name: robot.name, namespace } as const;
  const rules = [{ apiGroups: [""], resources: ["pods"], verbs: ["get"] }];
  const local = await grant(client, namespace, subject, rules);
  const { name } = robot;
  assertAnswer(await review({ user: robot.user, resourceAttributes: getPods() }), 201, {
    status: {
      allowed: true,
      reason: `RBAC: allowed by RoleBinding "${local}/${namespace}" of Role "${local}" to ServiceAccount "${name}/${namespace}"`,
    },
  });

  const wide = await grantEverywhere(client, subject, rules);
  assertAnswer(await review({ user: robot.user, resourceAttributes: { ...getPods(), namespace: "default" } }), 201, {
    status: {
      allowed: true,
      reason: `RBAC: allowed by ClusterRoleBinding "${wide}" of ClusterRole "${wide}" to ServiceAccount "${name}/${namespace}"`,
    },
  });
});

test("system:masters is allowed without a reason", async () => {
  assertAnswer(await review({ user: "x", groups: ["system:masters"], resourceAttributes: getPods() }), 201, {
    status: { allowed: true, reason: undefined },
  });
});

test("a group alone is a subject too", async () => {
  assertAnswer(await review({ groups: ["system:masters"], resourceAttributes: getPods() }), 201, {
    status: { allowed: true },
  });
});

test("paths are reviewed as well as resources", async () => {
  const groups = ["system:unauthenticated"];
  assertAnswer(await review({ user: "x", groups, nonResourceAttributes: { path: "/healthz", verb: "get" } }), 201, {
    status: {
      allowed: true,
      reason:
        'RBAC: allowed by ClusterRoleBinding "system:public-info-viewer" of ClusterRole "system:public-info-viewer" ' +
        'to Group "system:unauthenticated"',
    },
  });
  assertAnswer(await review({ user: "x", groups, nonResourceAttributes: getOther }), 201, {
    status: { allowed: false },
  });
});

test("a review needs a user or a group", async () => {
  const message = 'Invalid value: "": at least one of user or group must be specified';
  assertInvalid(await review({ resourceAttributes: getPods() }), "spec.user", message);
});

test("a review is of a resource or of a path, of exactly one", async () => {
  const both = { resourceAttributes: getPods(), nonResourceAttributes: getOther };
  const twice =
    'Invalid value: {"Path":"/other","Verb":"get"}: cannot be specified in combination with resourceAttributes';
  assertInvalid(await review({ user: "x", ...both }), "spec.nonResourceAttributes", twice);
  assertInvalid(await reviewSelf("alice", both), "spec.nonResourceAttributes", twice);
  const none = "Invalid value: null: exactly one of nonResourceAttributes or resourceAttributes must be specified";
  assertInvalid(await review({ user: "x" }), "spec.resourceAttributes", none);
  assertInvalid(await reviewSelf("alice", {}), "spec.resourceAttributes", none);
});

test("an empty review lists all that is missing", async () => {
  assertStatus(
    await client.create(`${authorizationPath}/subjectaccessreviews`, {}),
    422,
    "Invalid",
    '.authorization.k8s.io "" is invalid: [spec.resourceAttributes: Invalid value: null: exactly one of ' +
      'nonResourceAttributes or resourceAttributes must be specified, spec.user: Invalid value: "": at least one of user or ' +
      "group must be specified]",
  );
});

test("a review with a name is Invalid, since it is no object", async () => {
  const body = { metadata: { name: "x" }, spec: { user: "x", resourceAttributes: getPods() } };
  const answer = await client.create(`${authorizationPath}/subjectaccessreviews`, body);
  assertStatus(
    answer,
    422,
    "Invalid",
    /^\.authorization\.k8s\.io "" is invalid: metadata: Invalid value: .*: must be empty$/,
  );
});

test("selectors can be part of the question", async () => {
  const labelSelector = { requirements: [{ key: "a", operator: "In", values: ["b"] }] };
  const fieldSelector = { rawSelector: "metadata.name=x" };
  const list = { ...getPods(), verb: "list" };
  const fine = await review({ user: "x", resourceAttributes: { ...list, labelSelector, fieldSelector } });
  assertAnswer(fine, 201, {
    spec: { resourceAttributes: { labelSelector, fieldSelector } },
    status: { allowed: false, evaluationError: undefined },
  });
  const both = { ...labelSelector, rawSelector: "a=b" };
  const message = 'Invalid value: "a=b": may not specified at the same time as requirements';
  assertInvalid(
    await review({ user: "x", resourceAttributes: { ...list, labelSelector: both } }),
    "spec.resourceAttributes.labelSelector.rawSelector",
    message,
  );
});

test("a selector that cannot be understood is left out, and the review says so", async () => {
  const labelSelector = { requirements: [{ key: "a", operator: "Is", values: ["b"] }] };
  assertAnswer(await review({ user: "x", resourceAttributes: { ...getPods(), verb: "list", labelSelector } }), 201, {
    status: { allowed: false, evaluationError: "spec.resourceAttributes.labelSelector ignored due to parse error" },
  });
});

test("reviewing others takes a right, reviewing oneself takes none but to be known", async () => {
  const spec = { user: "bob", resourceAttributes: getPods() };
  const path = `${authorizationPath}/subjectaccessreviews`;
  const forbidden = (resource: string, name: string) =>
    `${resource}.authorization.k8s.io is forbidden: User "${name}" cannot create resource "${resource}" in API group ` +
    '"authorization.k8s.io" at the cluster scope';
  const others = await client.create(path, { spec }, {}, { as: "alice" });
  assertStatus(others, 403, "Forbidden", forbidden("subjectaccessreviews", "alice"));
  assertAnswer(await reviewSelf("alice", { resourceAttributes: getPods() }), 201, { status: { allowed: false } });
  const anonymous = await reviewSelf(null, { resourceAttributes: getPods() });
  assertStatus(anonymous, 403, "Forbidden", forbidden("selfsubjectaccessreviews", "system:anonymous"));
});

test("a SelfSubjectAccessReview is about the caller, with his groups", async () => {
  assertAnswer(await reviewSelf("admin", { resourceAttributes: getPods() }), 201, { status: { allowed: true } });
  assertAnswer(await reviewSelf("alice", { nonResourceAttributes: { path: "/api", verb: "get" } }), 201, {
    kind: "SelfSubjectAccessReview",
    spec: { user: undefined },
    status: {
      allowed: true,
      reason:
        'RBAC: allowed by ClusterRoleBinding "system:discovery" of ClusterRole "system:discovery" to Group "system:authenticated"',
    },
  });
});

test("a LocalSubjectAccessReview is about resources of its own namespace", async () => {
  assertAnswer(await reviewLocally({ user: "alice", resourceAttributes: getPods() }), 201, {
    kind: "LocalSubjectAccessReview",
    metadata: { namespace },
    status: { allowed: false },
  });
  const field = "spec.resourceAttributes.namespace";
  for (const elsewhere of ["", "default"]) {
    const answer = await reviewLocally({ user: "x", resourceAttributes: { ...getPods(), namespace: elsewhere } });
    assertInvalid(answer, field, `Invalid value: "${elsewhere}": must match metadata.namespace`);
  }
  const path = await reviewLocally({ user: "x", nonResourceAttributes: getOther });
  const message = 'Invalid value: {"Path":"/other","Verb":"get"}: disallowed on this kind of request';
  assertInvalid(path, "spec.nonResourceAttributes", message);
});

test("a SelfSubjectRulesReview lists the caller's rules in a namespace, wide ones first", async () => {
  const robot: Robot = await createRobot(client, namespace);
  await grant(client, namespace, user(robot.user), [
    { apiGroups: [""], resources: ["configmaps"], verbs: ["get", "list"] },
    { apiGroups: ["apps"], resources: ["deployments/scale"], resourceNames: ["one"], verbs: ["update"] },
  ]);
  const path = `${authorizationPath}/selfsubjectrulesreviews`;
  const answer = await client.create(path, { spec: { namespace } }, {}, { as: robot.token });
  assertAnswer(answer, 201, {
    kind: "SelfSubjectRulesReview",
    // Not a mistake of the test: what was asked is not repeated.
    spec: (spec: Json) => Object.keys(spec).length === 0,
    status: {
      incomplete: false,
      evaluationError: undefined,
      resourceRules: [
        {
          verbs: ["create"],
          apiGroups: ["authorization.k8s.io"],
          resources: ["selfsubjectaccessreviews", "selfsubjectrulesreviews"],
        },
        { verbs: ["create"], apiGroups: ["authentication.k8s.io"], resources: ["selfsubjectreviews"] },
        { verbs: ["get", "list"], apiGroups: [""], resources: ["configmaps"] },
        { verbs: ["update"], apiGroups: ["apps"], resources: ["deployments/scale"], resourceNames: ["one"] },
      ],
      nonResourceRules: (rules: Json[]) =>
        rules.some(({ nonResourceURLs }) => nonResourceURLs.includes("/openid/v1/jwks")) &&
        rules.some(({ nonResourceURLs }) => nonResourceURLs.includes("/version")),
    },
  });
});

test("a SelfSubjectRulesReview needs a namespace", async () => {
  const path = `${authorizationPath}/selfsubjectrulesreviews`;
  assertStatus(await client.create(path, { spec: {} }), 400, "BadRequest", "no namespace on request");
});

test("reviews can only be created", async () => {
  const message = "the server does not allow this method on the requested resource";
  for (const review of ["subjectaccessreviews", "selfsubjectaccessreviews", "selfsubjectrulesreviews"])
    assertStatus(await client.get(`${authorizationPath}/${review}`), 405, "MethodNotAllowed", message);
});
