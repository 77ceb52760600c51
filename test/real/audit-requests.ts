/** Requests of every sort, each under an audit id of its own, so that what two servers wrote down about it can be laid side by side. */

import { reply, startReachable } from "../conformance/aggregation/extension-server.ts";
import type { Json } from "../conformance/answer.ts";
import { assertAnswer } from "../conformance/answer.ts";
import type { Client, RequestOptions } from "../conformance/client.ts";
import { eventually } from "../conformance/eventually.ts";
import { startWebhookServer, type WebhookServer } from "../conformance/webhook-server.ts";

/** Levels and stages of all sorts. The first rule keeps what the servers ask themselves out of the way. */
export const policy: Json = {
  apiVersion: "audit.k8s.io/v1",
  kind: "Policy",
  rules: [
    { level: "None", users: ["system:apiserver"] },
    { level: "None", nonResourceURLs: ["/readyz*"] },
    { level: "None", resources: [{ resources: ["limitranges"] }] },
    { level: "Metadata", resources: [{ resources: ["secrets", "serviceaccounts/token"] }] },
    { level: "Request", resources: [{ group: "apps" }, { group: "authorization.k8s.io" }] },
    {
      level: "RequestResponse",
      resources: [{ resources: ["configmaps"] }, { group: "audit.example.com" }],
      omitManagedFields: true,
    },
    { level: "RequestResponse", verbs: ["create", "get"], resources: [{ resources: ["services", "pods"] }] },
    { level: "RequestResponse", resources: [{ group: "*", resources: ["things"] }] },
    { level: "RequestResponse", nonResourceURLs: ["/api", "/apis*", "/version", "/healthz"] },
    { level: "Request", userGroups: ["developers"], omitStages: ["RequestReceived"] },
    { level: "Metadata" },
  ],
};

export const users = [{ name: "dora", groups: ["developers"] }] as const;

const configMap = (name: string, data: Json = { a: "1" }) => ({ metadata: { name }, data });
const labels = { app: "web" };
const template = { metadata: { labels }, spec: { containers: [{ name: "web", image: "nginx" }] } };
const deployment = { metadata: { name: "web" }, spec: { selector: { matchLabels: labels }, template } };
const table = "application/json;as=Table;v=v1;g=meta.k8s.io,application/json";
const crds = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const schema = {
  openAPIV3Schema: {
    type: "object",
    properties: {
      spec: { type: "object", properties: { size: { type: "integer", default: 3 }, tag: { type: "string" } } },
    },
  },
};
const definition = {
  metadata: { name: "things.audit.example.com" },
  spec: {
    group: "audit.example.com",
    scope: "Namespaced",
    names: { plural: "things", kind: "Thing" },
    versions: [
      { name: "v1", served: true, storage: true, schema },
      { name: "v1beta1", served: true, storage: false, deprecated: true, schema },
    ],
  },
};

type Step = readonly [id: string, method: string, path: string, options?: RequestOptions];
const ns = "/api/v1/namespaces/audited";
const apps = "/apis/apps/v1/namespaces/audited/deployments";
const things = "/apis/audit.example.com/v1/namespaces/audited/things";
const manyPath = "/api/v1/namespaces/default/configmaps";
const typed = (type: string, body: Json): RequestOptions => ({ headers: { "content-type": type }, body });
const accepting = (accept: string): RequestOptions => ({ headers: { accept } });

const steps: readonly Step[] = [
  ["namespace", "POST", "/api/v1/namespaces", { body: { metadata: { name: "audited" } } }],
  ["create", "POST", `${ns}/configmaps`, { body: configMap("one"), query: { fieldManager: "me" } }],
  ["create-yaml", "POST", `${ns}/configmaps`, typed("application/yaml", "metadata: {name: two}\ndata: {a: '1'}\n")],
  ["create-dry", "POST", `${ns}/configmaps`, { body: configMap("dry"), query: { dryRun: "All" } }],
  ["create-again", "POST", `${ns}/configmaps`, { body: configMap("one") }],
  ["create-generated", "POST", `${ns}/secrets`, { body: { metadata: { generateName: "x-" }, data: { a: "Yg==" } } }],
  ["create-secret", "POST", `${ns}/secrets`, { body: { metadata: { name: "s" }, stringData: { a: "b" } } }],
  ["get-secret", "GET", `${ns}/secrets/s`],
  ["create-elsewhere", "POST", `${ns}/configmaps`, { body: { metadata: { name: "x", namespace: "default" } } }],
  ["create-broken", "POST", `${ns}/configmaps`, typed("application/json", "{")],
  ["create-invalid", "POST", `${ns}/configmaps`, { body: configMap("Up", { "a b": "1" }) }],
  ["create-absent", "POST", "/api/v1/namespaces/nowhere/configmaps", { body: configMap("one") }],
  [
    "create-strict",
    "POST",
    `${ns}/configmaps`,
    { body: { metadata: { name: "x" }, dat: {} }, query: { fieldValidation: "Strict" } },
  ],
  ["create-type", "POST", `${ns}/configmaps`, typed("text/plain", "x")],
  ["get", "GET", `${ns}/configmaps/one`],
  ["get-yaml", "GET", `${ns}/configmaps/one`, accepting("application/yaml")],
  ["get-protobuf", "GET", `${ns}/configmaps/one`, accepting("application/vnd.kubernetes.protobuf")],
  ["get-pretty", "GET", `${ns}/configmaps/one`, { query: { pretty: "true" } }],
  ["get-table", "GET", `${ns}/configmaps/one`, accepting(table)],
  ["get-absent", "GET", `${ns}/configmaps/none`],
  ["get-unacceptable", "GET", `${ns}/configmaps/one`, accepting("text/html")],
  ["list", "GET", `${ns}/configmaps`, { query: { labelSelector: "a!=b,c in (d)", limit: 5 } }],
  ["list-all", "GET", `${ns}/configmaps`, { query: { fieldSelector: "metadata.name=one" } }],
  ["list-table", "GET", `${ns}/configmaps`, { ...accepting(table), query: { fieldSelector: "metadata.name=one" } }],
  ["list-bad", "GET", `${ns}/configmaps`, { query: { labelSelector: "((" } }],
  ["watch", "GET", `${ns}/configmaps`, { query: { watch: 1, timeoutSeconds: 1, fieldSelector: "metadata.name=one" } }],
  ["watch-bad", "GET", `${ns}/configmaps`, { query: { watch: 1, resourceVersion: "x" } }],
  ["update", "PUT", `${ns}/configmaps/one`, { body: configMap("one", { a: "2" }) }],
  [
    "update-stale",
    "PUT",
    `${ns}/configmaps/one`,
    { body: { ...configMap("one"), metadata: { name: "one", resourceVersion: "1", uid: "x" } } },
  ],
  ["update-name", "PUT", `${ns}/configmaps/one`, { body: configMap("other") }],
  ["patch-merge", "PATCH", `${ns}/configmaps/one`, typed("application/merge-patch+json", { data: { b: "<&>" } })],
  [
    "patch-json",
    "PATCH",
    `${ns}/configmaps/one`,
    typed("application/json-patch+json", [{ op: "remove", path: "/data/b" }]),
  ],
  [
    "patch-bad",
    "PATCH",
    `${ns}/configmaps/one`,
    typed("application/json-patch+json", [{ op: "remove", path: "/data/zz" }]),
  ],
  ["patch-secret", "PATCH", `${ns}/secrets/s`, typed("application/merge-patch+json", { stringData: { c: "d" } })],
  ["patch-type", "PATCH", `${ns}/configmaps/one`, typed("application/yaml", "a")],
  [
    "apply",
    "PATCH",
    `${ns}/configmaps/three`,
    {
      ...typed("application/apply-patch+yaml", { apiVersion: "v1", kind: "ConfigMap", ...configMap("three") }),
      query: { fieldManager: "me" },
    },
  ],
  ["deploy", "POST", apps, { body: deployment }],
  [
    "scale",
    "PUT",
    `${apps}/web/scale`,
    { body: { metadata: { name: "web", namespace: "audited" }, spec: { replicas: 2 } } },
  ],
  ["scale-patch", "PATCH", `${apps}/web/scale`, typed("application/merge-patch+json", { spec: { replicas: 3 } })],
  ["status", "PATCH", `${apps}/web/status`, typed("application/merge-patch+json", { status: { replicas: 1 } })],
  ["delete-deploy", "DELETE", `${apps}/web`, { body: { propagationPolicy: "Background" } }],
  [
    "service",
    "POST",
    `${ns}/services`,
    { body: { metadata: { name: "s" }, spec: { clusterIP: "None", selector: labels } } },
  ],
  ["pod", "POST", `${ns}/pods`, { body: { metadata: { name: "p" }, ...{ spec: template.spec } } }],
  ["pod-log", "GET", `${ns}/pods/p/log`],
  [
    "pod-bind",
    "POST",
    `${ns}/pods/p/binding`,
    { body: { metadata: { name: "p" }, target: { kind: "Node", name: "n" } } },
  ],
  ["pod-delete", "DELETE", `${ns}/pods/p`, { query: { gracePeriodSeconds: 0 } }],
  ["delete", "DELETE", `${ns}/configmaps/two`],
  [
    "delete-options",
    "DELETE",
    `${ns}/configmaps/three`,
    { body: { kind: "DeleteOptions", apiVersion: "v1", preconditions: { uid: "x" } } },
  ],
  ["delete-absent", "DELETE", `${ns}/configmaps/none`],
  ["delete-all", "DELETE", `${ns}/configmaps`, { query: { labelSelector: "none=none" } }],
  ["forbidden", "GET", `${ns}/configmaps`, { as: "dora" }],
  ["forbidden-secret", "POST", `${ns}/secrets`, { as: "dora", body: { metadata: { name: "no" } } }],
  ["developer", "GET", "/api/v1/nodes", { as: "dora" }],
  ["nobody", "GET", `${ns}/configmaps`, { as: null }],
  ["wrong-token", "GET", `${ns}/configmaps`, { as: "wrong.token" }],
  ["wrong-basic", "GET", `${ns}/configmaps`, { as: null, headers: { authorization: "Basic YTpi", "x-y": "z" } }],
  [
    "impersonate",
    "GET",
    `${ns}/configmaps/one`,
    { headers: { "impersonate-user": "eve", "impersonate-group": "system:masters" } },
  ],
  ["impersonate-denied", "GET", `${ns}/configmaps/one`, { as: "dora", headers: { "impersonate-user": "eve" } }],
  ["impersonate-nobody", "GET", `${ns}/configmaps/one`, { headers: { "impersonate-group": "x" } }],
  ["timeout", "GET", `${ns}/configmaps`, { query: { timeout: "abc" } }],
  [
    "access",
    "POST",
    "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
    { body: { spec: { resourceAttributes: { verb: "get", resource: "pods" } } } },
  ],
  ["token", "POST", `${ns}/serviceaccounts/robot/token`, { body: { spec: {} } }],
  ["agent", "GET", `${ns}/secrets/s`, { headers: { "user-agent": "é".repeat(600) } }],
  [
    "forwarded",
    "GET",
    `${ns}/secrets/s`,
    { headers: { "x-forwarded-for": "1.2.3.4, x, ::1", "x-real-ip": "5.6.7.8" } },
  ],
  ["api", "GET", "/api"],
  ["group", "GET", "/apis/apps"],
  ["resources", "GET", "/apis/apps/v1", { as: "dora" }],
  ["version", "GET", "/version"],
  ["health", "GET", "/healthz"],
  ["nothing", "GET", "/nothing?x=1&y"],
  ["unknown-group", "GET", "/apis/none.example.com/v1/things"],
  ["unknown-resource", "GET", `${ns}/nothings`],
  ["wrong-method", "PUT", `${ns}/configmaps`, { body: {} }],
  ["quiet", "GET", `${ns}/limitranges`],
  [
    "thing",
    "POST",
    things,
    { body: { apiVersion: "audit.example.com/v1", kind: "Thing", metadata: { name: "t" }, spec: { extra: 1 } } },
  ],
  ["thing-patch", "PATCH", `${things}/t`, typed("application/merge-patch+json", { spec: { tag: "x" } })],
  ["thing-list", "GET", things],
  ["thing-invalid", "PATCH", `${things}/t`, typed("application/merge-patch+json", { spec: { tag: 1 } })],
  ["thing-old", "GET", `${things.replace("/v1/", "/v1beta1/")}/t`],
  ["thing-delete", "DELETE", `${things}/t`],
  ["many", "GET", manyPath, { query: { labelSelector: "many=yes" } }],
  ["many-table", "GET", manyPath, { ...accepting(table), query: { labelSelector: "many=yes" } }],
  ["many-yaml", "GET", manyPath, { ...accepting("application/yaml"), query: { labelSelector: "many=yes" } }],
  [
    "many-protobuf",
    "GET",
    manyPath,
    { ...accepting("application/vnd.kubernetes.protobuf"), query: { labelSelector: "many=yes" } },
  ],
  [
    "many-metadata",
    "GET",
    manyPath,
    {
      ...accepting("application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io"),
      query: { labelSelector: "many=yes" },
    },
  ],
  ["many-gone", "DELETE", manyPath, { query: { labelSelector: "many=yes" } }],
  ["head", "HEAD", `${ns}/configmaps/one`],
  ["options", "OPTIONS", `${ns}/configmaps/one`],
  [
    "put-creates",
    "PUT",
    "/apis/coordination.k8s.io/v1/namespaces/audited/leases/l",
    { body: { metadata: { name: "l" }, spec: {} } },
  ],
  ["too-large", "POST", `${ns}/configmaps`, { body: configMap("big", { a: "x".repeat(3_200_000) }) }],
  ["escaped", "GET", `${ns}/configmaps/a%2Fb?x=%20+y`],
  [
    "strategic",
    "PATCH",
    `${ns}/services/s`,
    typed("application/strategic-merge-patch+json", { metadata: { labels: { a: "b" } } }),
  ],
  [
    "eviction",
    "POST",
    `${ns}/pods/none/eviction`,
    { body: { apiVersion: "policy/v1", kind: "Eviction", metadata: { name: "none" } } },
  ],
  ["exec", "POST", `${ns}/pods/none/exec`, { query: { command: "ls" } }],
  [
    "rules",
    "POST",
    "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews",
    { body: { spec: { namespace: "default" } }, as: "dora" },
  ],
  ["whoami", "POST", "/apis/authentication.k8s.io/v1/selfsubjectreviews", { body: {}, as: "dora" }],
  [
    "finalize",
    "PUT",
    "/api/v1/namespaces/audited/finalize",
    { body: { metadata: { name: "audited" }, spec: { finalizers: ["kubernetes"] } } },
  ],
  ["openapi", "GET", "/openapi/v3/apis/apps/v1"],
  ["endpoints", "GET", `${ns}/endpoints`],
  ["components", "GET", "/api/v1/componentstatuses"],
  ["admitted", "POST", `${ns}/configmaps`, { body: { metadata: { name: "audited", labels: { judged: "yes" } } } }],
  ["admitted-well", "POST", `${ns}/configmaps`, { body: { metadata: { name: "good", labels: { judged: "yes" } } } }],
];

const registration = "/apis/admissionregistration.k8s.io/v1";
const rules = [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] }];
const matching = { matchLabels: { judged: "yes" } };

/** Changes what it is asked about, and has something to say about it. */
function reviewMutation(_path: string, { request, ...review }: Json): Json {
  const patch = Buffer.from(JSON.stringify([{ op: "add", path: "/data", value: { hooked: "yes" } }])).toString(
    "base64",
  );
  const response = {
    uid: request.uid,
    allowed: true,
    patchType: "JSONPatch",
    patch,
    auditAnnotations: { seen: "yes" },
  };
  return { ...review, response };
}

/** A webhook and a policy for some ConfigMaps, both of which leave words for the auditor. They count a moment after they are stored. */
async function installAdmission(client: Client, { url, caBundle }: WebhookServer): Promise<void> {
  const webhook = {
    name: "hook.audit.example.com",
    admissionReviewVersions: ["v1"],
    sideEffects: "None",
    clientConfig: { url, caBundle },
    rules,
    objectSelector: matching,
  };
  const hooks = { metadata: { name: "hook" }, webhooks: [webhook] };
  assertAnswer(await client.create(`${registration}/mutatingwebhookconfigurations`, hooks), 201);
  const spec = {
    failurePolicy: "Fail",
    matchConstraints: { resourceRules: rules, objectSelector: matching },
    validations: [{ expression: "object.metadata.name != 'audited'", message: "a bad name" }],
    auditAnnotations: [{ key: "name", valueExpression: "'it is ' + object.metadata.name" }],
  };
  const policies = `${registration}/validatingadmissionpolicies`;
  assertAnswer(await client.create(policies, { metadata: { name: "policy.example.com" }, spec }), 201);
  const binding = { policyName: "policy.example.com", validationActions: ["Audit", "Warn"] };
  const bindings = `${registration}/validatingadmissionpolicybindings`;
  assertAnswer(await client.create(bindings, { metadata: { name: "binding.example.com" }, spec: binding }), 201);
  await eventually(async () => {
    const probe = { metadata: { name: "audited", labels: matching.matchLabels } };
    const answer = await client.create("/api/v1/namespaces/default/configmaps", probe, { dryRun: "All" });
    assertAnswer(answer, 201, { data: { hooked: "yes" } });
    if (answer.warnings.length === 0) throw new Error("the policy does not count yet");
  });
}

/** What a server behind this one answers is told by its code alone, whatever it is. */
async function sendToExtension(client: Client): Promise<void> {
  await using extension = await startReachable(client, ({ path }, response) => {
    const status = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", message: "theirs", code: 404 };
    if (path.endsWith("/none")) reply(response, status, 404);
    else reply(response, { kind: "Thing", apiVersion: "x/v1", metadata: { name: "one" } });
  });
  const path = `${extension.root}/namespaces/default/things`;
  const send = (id: string, method: string, to: string, options: RequestOptions = {}) =>
    client.request(method, to, { ...options, headers: { "audit-id": id, ...options.headers } });
  await send("behind-get", "GET", `${path}/one`);
  await send("behind-none", "GET", `${path}/none`);
  await send("behind-create", "POST", path, { body: { kind: "Thing", metadata: { name: "new" } } });
  await send("behind-patch", "PATCH", `${path}/one`, typed("application/merge-patch+json", { spec: {} }));
  await send("behind-forbidden", "GET", `${path}/one`, { as: "dora" });
}

/** Sends everything, in order. Gives the ids. */
export async function sendAll(client: Client): Promise<readonly string[]> {
  await using webhook = await startWebhookServer(reviewMutation);
  await installAdmission(client, webhook);
  assertAnswer(await client.create(crds, definition), 201);
  await eventually(async () => assertAnswer(await client.get("/apis/audit.example.com/v1/things"), 200));
  // More than are written at once.
  for (let index = 0; index < 250; index += 1) {
    const metadata = { name: `many-${index}`, labels: { many: "yes" } };
    assertAnswer(await client.create(manyPath, { metadata, data: { a: "1" } }), 201);
  }
  for (const [id, method, path, options = {}] of steps) {
    if (id === "token") {
      assertAnswer(await client.create(`${ns}/serviceaccounts`, { metadata: { name: "robot" } }), 201);
    }
    await client.request(method, path, { ...options, headers: { "audit-id": id, ...options.headers } });
  }
  await sendToExtension(client);
  return steps.map(([id]) => id);
}
