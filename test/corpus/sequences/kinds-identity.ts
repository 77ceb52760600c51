/** The kinds of rbac, authentication, authorization and certificates. */
import type { Json } from "../../conformance/answer.ts";
import { asTable, lifeOf, reviewOf } from "../lives.ts";
import type { Sequence, Step } from "../sequence.ts";

const rbac = "/apis/rbac.authorization.k8s.io/v1";
const authentication = "/apis/authentication.k8s.io/v1";
const authorization = "/apis/authorization.k8s.io/v1";
const certificates = "/apis/certificates.k8s.io/v1/certificatesigningrequests";
const role = (kind: string, name: string, rest: object) => ({
  ...{ apiVersion: "rbac.authorization.k8s.io/v1", kind, metadata: { name } },
  ...rest,
});
const access = (kind: string, spec: object) => ({ apiVersion: "authorization.k8s.io/v1", kind, spec });
const identity = (kind: string, rest: object = {}) => ({ apiVersion: "authentication.k8s.io/v1", kind, ...rest });
const rules = [{ apiGroups: [""], resources: ["pods"], verbs: ["get"] }];
const apiGroup = "rbac.authorization.k8s.io";
const readPods = { verb: "get", resource: "pods", namespace: "{ns}", name: "a" };

/** For carol of the developers. */
const request =
  "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlIZ01JR0hBZ0VBTUNVeEV6QVJCZ05WQkFvTUNtUmxkbVZzYjNCbGNuTXhEakFNQmdOVkJBTU1CV05oY205cwpNRmt3RXdZSEtvWkl6ajBDQVFZSUtvWkl6ajBEQVFjRFFnQUV3RWhuOFFrck1qTlhCKzM5S3RmU3ZJVWNQcGpZCmtmaGFpN0FBT0JsK1B0WVZaaTJWNUNpZXgwT2ZYVGQwaFo4UGNNdVllSEx6ZHp1VTUzS1VPNlZXaWFBQU1Bb0cKQ0NxR1NNNDlCQU1DQTBnQU1FVUNJUUNkSjJucUE5RHRHWnA2UHJtSzAzZ0xLWG1lcFl1anlwMU5YODdKbTg0MwpGQUlnWVc1YnB3dmF3R2V6ZmZLblU5ek8zOGozL1FnTWszYy8yUG5PK3B1bzJrbz0KLS0tLS1FTkQgQ0VSVElGSUNBVEUgUkVRVUVTVC0tLS0tCg==";
const certificate =
  "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1JSUJSekNCN1FJVUtDdElBUGg2MFV6dlNENDcwdzJzS0RaOGN1SXdDZ1lJS29aSXpqMEVBd0l3SlRFVE1CRUcKQTFVRUNnd0taR1YyWld4dmNHVnljekVPTUF3R0ExVUVBd3dGWTJGeWIyd3dJQmNOTWpZeE1URTFNak0xT0RVMgpXaGdQTWpFeU5qRXdNakl5TXpVNE5UWmFNQ1V4RXpBUkJnTlZCQW9NQ21SbGRtVnNiM0JsY25NeERqQU1CZ05WCkJBTU1CV05oY205c01Ga3dFd1lIS29aSXpqMENBUVlJS29aSXpqMERBUWNEUWdBRXdFaG44UWtyTWpOWEIrMzkKS3RmU3ZJVWNQcGpZa2ZoYWk3QUFPQmwrUHRZVlppMlY1Q2lleDBPZlhUZDBoWjhQY011WWVITHpkenVVNTNLVQpPNlZXaVRBS0JnZ3Foa2pPUFFRREFnTkpBREJHQWlFQW9uRmt0UlYzMXVKdFF4dmtLcHNReEhCcHgzdTFiU2VlCjB5NXFpVDdhQW9ZQ0lRQzlRS2dFbDdkZUxPR0lTWDh2cEE3MERQRDZoWTZhNmFMR2w4Ry8zZkE3dFE9PQotLS0tLUVORCBDRVJUSUZJQ0FURS0tLS0tCg==";

const signing = `${certificates}/{ns}-a`;
const decision = (type: string, status = "True") => ({
  metadata: { name: "{ns}-a" },
  status: { conditions: [{ type, status, reason: "Seen", message: "By hand." }] },
});
const decided = (what: string, ...steps: readonly Step[]): Sequence => ({
  name: `certificates.k8s.io/v1 CertificateSigningRequest: ${what}`,
  steps: [
    {
      ...{ method: "POST", path: certificates, silent: true },
      body: {
        metadata: { name: "{ns}-a" },
        spec: { request, signerName: "example.com/clients", usages: ["client auth"], expirationSeconds: 3600 },
      },
    },
    ...steps,
    { method: "GET", path: signing, headers: asTable },
    { method: "DELETE", path: signing, silent: true },
  ],
});
const approval = (body: Json): Step => ({ method: "PUT", path: `${signing}/approval`, body });
const issue: Step = { method: "PATCH", patch: "merge", path: `${signing}/status`, body: { status: { certificate } } };

const decisions: readonly Sequence[] = [
  decided("approved, then issued", approval(decision("Approved")), issue, issue),
  decided("denied, then issued all the same", approval(decision("Denied")), issue),
  decided("approved, then denied", approval(decision("Approved")), approval(decision("Denied"))),
  decided("approved without being true", approval(decision("Approved", "False"))),
  decided("failed through approval", approval(decision("Failed"))),
  decided(
    "failed through status",
    { method: "PATCH", patch: "merge", path: `${signing}/status`, body: { status: decision("Failed").status } },
    { method: "PATCH", patch: "merge", path: `${signing}/status`, body: { status: { conditions: [] } } },
  ),
  decided(
    "approved through status, which does not count",
    { method: "PATCH", patch: "merge", path: `${signing}/status`, body: { status: decision("Approved").status } },
    { method: "PATCH", patch: "merge", path: signing, body: { status: decision("Approved").status } },
  ),
  decided(
    "what was asked for cannot change",
    { method: "PATCH", patch: "merge", path: signing, body: { spec: { usages: ["server auth"] } } },
    { method: "PATCH", patch: "merge", path: `${signing}/status`, body: { status: { certificate: "bm9uZQ==" } } },
  ),
];

export const sequences: readonly Sequence[] = [
  ...decisions,
  lifeOf(`${rbac}/namespaces/{ns}/roles`, role("Role", "a", { rules }), { "rules[0].verbs": ["get", "list"] }),
  lifeOf(`${rbac}/clusterroles`, role("ClusterRole", "{ns}-a", { rules }), {
    "rules[0].resourceNames": ["a"],
    "rules[1]": { nonResourceURLs: ["/metrics"], verbs: ["get"] },
  }),
  lifeOf(
    `${rbac}/namespaces/{ns}/rolebindings`,
    role("RoleBinding", "a", { roleRef: { apiGroup, kind: "Role", name: "a" } }),
    {
      subjects: [
        { kind: "User", name: "alice" },
        { kind: "ServiceAccount", name: "builder", namespace: "{ns}" },
      ],
    },
  ),
  lifeOf(
    `${rbac}/clusterrolebindings`,
    role("ClusterRoleBinding", "{ns}-a", { roleRef: { apiGroup, kind: "ClusterRole", name: "view" } }),
    { subjects: [{ kind: "Group", name: "corpus:nobody" }] },
  ),
  lifeOf(
    certificates,
    {
      ...{ apiVersion: "certificates.k8s.io/v1", kind: "CertificateSigningRequest", metadata: { name: "{ns}-a" } },
      spec: { request, signerName: "example.com/clients", usages: ["digital signature", "client auth"] },
    },
    { "metadata.labels.team": "shop" },
    { status: { certificate } },
  ),
  reviewOf(`${authentication}/selfsubjectreviews`, "who the administrator is", identity("SelfSubjectReview")),
  reviewOf(
    `${authentication}/tokenreviews`,
    "a token that nobody has",
    identity("TokenReview", { spec: { token: "none" } }),
  ),
  reviewOf(`${authentication}/tokenreviews`, "no token at all", identity("TokenReview")),
  reviewOf(
    `${authentication}/tokenreviews`,
    "a token that nobody has, for an audience",
    identity("TokenReview", { spec: { token: "none", audiences: ["https://example.com"] } }),
  ),
  reviewOf(
    `${authorization}/subjectaccessreviews`,
    "a user without rights",
    access("SubjectAccessReview", { user: "carol", resourceAttributes: readPods }),
  ),
  reviewOf(
    `${authorization}/subjectaccessreviews`,
    "a member of system:masters",
    access("SubjectAccessReview", { user: "carol", groups: ["system:masters"], resourceAttributes: readPods }),
  ),
  reviewOf(
    `${authorization}/subjectaccessreviews`,
    "a controller by its ClusterRoleBinding",
    access("SubjectAccessReview", {
      user: "system:kube-scheduler",
      resourceAttributes: { verb: "create", group: "", resource: "pods", subresource: "binding" },
    }),
  ),
  reviewOf(
    `${authorization}/subjectaccessreviews`,
    "an anonymous user asks for the health",
    access("SubjectAccessReview", {
      ...{ user: "system:anonymous", groups: ["system:unauthenticated"] },
      nonResourceAttributes: { verb: "get", path: "/healthz" },
    }),
  ),
  reviewOf(
    `${authorization}/subjectaccessreviews`,
    "a selector in the question",
    access("SubjectAccessReview", {
      user: "carol",
      resourceAttributes: {
        ...{ verb: "list", resource: "pods" },
        labelSelector: { requirements: [{ key: "app", operator: "In", values: ["shop"] }] },
      },
    }),
  ),
  reviewOf(
    `${authorization}/selfsubjectaccessreviews`,
    "the administrator and anything",
    access("SelfSubjectAccessReview", { resourceAttributes: { verb: "*", group: "*", resource: "*" } }),
  ),
  reviewOf(
    `${authorization}/selfsubjectrulesreviews`,
    "what the administrator may do",
    access("SelfSubjectRulesReview", { namespace: "default" }),
  ),
  reviewOf(
    `${authorization}/namespaces/{ns}/localsubjectaccessreviews`,
    "a user without rights",
    access("LocalSubjectAccessReview", { user: "carol", resourceAttributes: readPods }),
  ),
];
