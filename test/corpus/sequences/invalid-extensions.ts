/** CustomResourceDefinitions, APIServices and CertificateSigningRequests that are refused for their basics. */
import { type Mutation, refusedCreations } from "../refusals.ts";
import type { Sequence } from "../sequence.ts";

const version = { name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } };
const definition = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "widgets.example.com" },
  spec: {
    group: "example.com",
    scope: "Namespaced",
    names: { plural: "widgets", kind: "Widget" },
    versions: [version],
  },
};
const first = "spec.versions[0]";
const schema = `${first}.schema.openAPIV3Schema`;
const scale = { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" };

const definitions: readonly Mutation[] = [
  ["no spec", "spec"],
  ["a name that is not plural and group", "metadata.name", "widget.example.com"],
  ["no group", "spec.group"],
  ["a group in capitals", "spec.group", "Example.com"],
  [
    "a protected group without approval",
    "",
    {
      ...definition,
      metadata: { name: "widgets.example.k8s.io" },
      spec: { ...definition.spec, group: "example.k8s.io" },
    },
  ],
  ["no scope", "spec.scope"],
  ["an unknown scope", "spec.scope", "World"],
  ["no names", "spec.names"],
  ["no plural", "spec.names.plural"],
  ["a plural in capitals", "spec.names.plural", "Widgets"],
  ["no kind", "spec.names.kind"],
  ["a kind with a dash at the end", "spec.names.kind", "Widget-"],
  ["a singular in capitals", "spec.names.singular", "Widget"],
  ["a list kind like its kind", "spec.names.listKind", "Widget"],
  ["a short name in capitals", "spec.names.shortNames", ["W"]],
  ["a bad category", "spec.names.categories", ["a b"]],
  ["no versions", "spec.versions"],
  ["an empty list of versions", "spec.versions", []],
  ["a version without a name", `${first}.name`],
  ["a version in capitals", `${first}.name`, "V1"],
  ["the same version twice", "spec.versions", [version, { ...version, storage: false }]],
  ["no stored version", `${first}.storage`, false],
  ["two stored versions", "spec.versions", [version, { ...version, name: "v2" }]],
  ["a version without a schema", `${first}.schema`],
  ["a schema without a type", schema, {}],
  ["a schema that is no object", schema, { type: "string" }],
  ["a property without a type", schema, { type: "object", properties: { spec: {} } }],
  ["a property of unknown type", schema, { type: "object", properties: { spec: { type: "text" } } }],
  ["an array without items", schema, { type: "object", properties: { spec: { type: "array" } } }],
  ["a list as items", schema, { type: "object", properties: { spec: { type: "array", items: [{ type: "string" }] } } }],
  [
    "a map key without a list",
    schema,
    { type: "object", properties: { spec: { type: "object", "x-kubernetes-list-type": "map" } } },
  ],
  ["a schema with a reference", schema, { type: "object", properties: { spec: { $ref: "#/a" } } }],
  [
    "a schema with unique items",
    schema,
    { type: "object", properties: { a: { type: "array", uniqueItems: true, items: { type: "string" } } } },
  ],
  ["a schema that forbids other properties", schema, { type: "object", additionalProperties: false, properties: {} }],
  ["a bad pattern", schema, { type: "object", properties: { a: { type: "string", pattern: "[" } } }],
  ["a default that does not fit", schema, { type: "object", properties: { a: { type: "string", default: 1 } } }],
  ["a rule that does not parse", schema, { type: "object", "x-kubernetes-validations": [{ rule: "self." }] }],
  ["a rule that is no bool", schema, { type: "object", "x-kubernetes-validations": [{ rule: "1" }] }],
  [
    "metadata that is restricted",
    schema,
    { type: "object", properties: { metadata: { type: "object", properties: { labels: { type: "object" } } } } },
  ],
  ["unknown fields preserved for all", "spec.preserveUnknownFields", true],
  ["a column without a path", `${first}.additionalPrinterColumns`, [{ name: "A", type: "string" }]],
  ["a column of unknown type", `${first}.additionalPrinterColumns`, [{ name: "A", type: "text", jsonPath: ".a" }]],
  ["a column with a bad path", `${first}.additionalPrinterColumns`, [{ name: "A", type: "string", jsonPath: "a" }]],
  ["a column without a name", `${first}.additionalPrinterColumns`, [{ type: "string", jsonPath: ".a" }]],
  [
    "a column with a bad format",
    `${first}.additionalPrinterColumns`,
    [{ name: "A", type: "string", format: "odd", jsonPath: ".a" }],
  ],
  ["a scale without paths", `${first}.subresources`, { scale: {} }],
  [
    "a scale with a path outside of spec",
    `${first}.subresources`,
    { scale: { ...scale, specReplicasPath: ".status.replicas" } },
  ],
  [
    "a scale with a status path outside of status",
    `${first}.subresources`,
    { scale: { ...scale, statusReplicasPath: ".spec.replicas" } },
  ],
  [
    "a scale with a bad selector path",
    `${first}.subresources`,
    { scale: { ...scale, labelSelectorPath: ".metadata.labels" } },
  ],
  ["a selectable field without a path", `${first}.selectableFields`, [{}]],
  ["a selectable field that is not in the schema", `${first}.selectableFields`, [{ jsonPath: ".spec.a" }]],
  ["a selectable field of metadata", `${first}.selectableFields`, [{ jsonPath: ".metadata.name" }]],
  ["a deprecation warning on a version that is not deprecated", `${first}.deprecationWarning`, "old"],
  ["an unknown conversion strategy", "spec.conversion", { strategy: "Magic" }],
  ["a webhook conversion without a webhook", "spec.conversion", { strategy: "Webhook" }],
  [
    "no conversion with a webhook",
    "spec.conversion",
    { strategy: "None", webhook: { conversionReviewVersions: ["v1"] } },
  ],
  [
    "a webhook conversion without versions",
    "spec.conversion",
    { strategy: "Webhook", webhook: { clientConfig: { url: "https://a.example.com" } } },
  ],
  [
    "a webhook conversion without TLS",
    "spec.conversion",
    {
      strategy: "Webhook",
      webhook: { conversionReviewVersions: ["v1"], clientConfig: { url: "http://a.example.com" } },
    },
  ],
  ["a served flag that is a word", `${first}.served`, "yes"],
  ["an unknown field", "spec.version", "v1"],
  ["an unknown keyword in a schema", schema, { type: "object", minimumm: 1 }],
];

const service = {
  apiVersion: "apiregistration.k8s.io/v1",
  kind: "APIService",
  metadata: { name: "v1.example.com" },
  spec: {
    group: "example.com",
    version: "v1",
    groupPriorityMinimum: 100,
    versionPriority: 10,
    service: { namespace: "default", name: "api" },
    insecureSkipTLSVerify: true,
  },
};

const services: readonly Mutation[] = [
  ["a name that is not version and group", "metadata.name", "v1.other.com"],
  ["no version", "spec.version"],
  ["a version in capitals", "spec.version", "V1"],
  ["a group in capitals", "spec.group", "Example.com"],
  ["no group priority", "spec.groupPriorityMinimum"],
  ["a group priority of 20001", "spec.groupPriorityMinimum", 20_001],
  ["a negative group priority", "spec.groupPriorityMinimum", -1],
  ["no version priority", "spec.versionPriority"],
  ["a version priority of 1001", "spec.versionPriority", 1001],
  ["a Service without a name", "spec.service.name"],
  ["a Service without a namespace", "spec.service.namespace"],
  ["a Service with port 0", "spec.service.port", 0],
  ["a Service with port 65536", "spec.service.port", 65_536],
  ["no TLS checks beside a CA", "spec.caBundle", "aGVsbG8="],
  ["a local service with TLS settings", "spec.service"],
  ["a priority that is a word", "spec.versionPriority", "high"],
];

/** Requests for O=developers, CN=alice and for O=system:masters, CN=root. */
const alice = [
  "MIHgMIGHAgEAMCUxEzARBgNVBAoMCmRldmVsb3BlcnMxDjAMBgNVBAMMBWFsaWNlMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE",
  "onSNdGe84WcIUeOo+r1UCsdtTXaXfypCtyka9/QU5rZ3P43O60etDaNpamzqMQGoku8g1LibdOw6YdmfwPt2QKAAMAoGCCqGSM49",
  "BAMCA0gAMEUCIQD9/yAupNhSE31Op1LggclCEht5sbvz3c9Xqtt4zQbiZwIgEMzW0AovTTp1Ix304Sq22BSqvC4a/0+yE/kF2ta5",
  "rKQ=",
].join("");
const root = [
  "MIHkMIGKAgEAMCgxFzAVBgNVBAoMDnN5c3RlbTptYXN0ZXJzMQ0wCwYDVQQDDARyb290MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcD",
  "QgAEnyNTp/WIGy6FmHLApfwr8iWodWX3q6UaBETOW+ZpO5KtLLvlrdkae7IdVBrWbocnPBAe9t1D5rU6xfCxwE+QCqAAMAoGCCqG",
  "SM49BAMCA0kAMEYCIQDk/nKdVZ3NmRkP74rKt0704GCxeLTYFAqFT4CPHb8SnQIhANaJHdmTD3BATO5nlibtg4sUM9yr97lkbAjy",
  "9IO2Lqt+",
].join("");
const encode = (text: string) => Buffer.from(text).toString("base64");
const pem = (type: string, content: string) => encode(`-----BEGIN ${type}-----\n${content}\n-----END ${type}-----\n`);
const signing = {
  apiVersion: "certificates.k8s.io/v1",
  kind: "CertificateSigningRequest",
  metadata: { name: "alice" },
  spec: { request: pem("CERTIFICATE REQUEST", alice), signerName: "example.com/mine", usages: ["client auth"] },
};

const requests: readonly Mutation[] = [
  ["a request that is no PEM", "spec.request", encode("hello")],
  ["no request", "spec.request"],
  ["a PEM of another type", "spec.request", pem("CERTIFICATE", alice)],
  ["a PEM that holds no request", "spec.request", pem("CERTIFICATE REQUEST", "aGVsbG8=")],
  ["no signer", "spec.signerName"],
  ["a signer without a domain", "spec.signerName", "mine"],
  ["a signer with a blank", "spec.signerName", "example.com/my signer"],
  ["a signer in capitals", "spec.signerName", "Example.com/mine"],
  ["no usages", "spec.usages"],
  ["an unknown usage", "spec.usages", ["fly"]],
  ["the same usage twice", "spec.usages", ["client auth", "client auth"]],
  ["a life of nine minutes", "spec.expirationSeconds", 540],
  ["the old signer", "spec.signerName", "kubernetes.io/legacy-unknown"],
  ["a request that is not base64", "spec.request", "%%%"],
  [
    "the system's masters for a client certificate",
    "spec",
    { ...signing.spec, request: pem("CERTIFICATE REQUEST", root), signerName: "kubernetes.io/kube-apiserver-client" },
  ],
  ["a label with a blank", "metadata.labels", { a: "b c" }],
];

const gone = { apiVersion: "apiextensions.k8s.io/v1beta1", kind: "CustomResourceDefinition", metadata: { name: "a" } };

export const sequences: readonly Sequence[] = [
  ...refusedCreations("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definition, definitions),
  ...refusedCreations("/apis/apiextensions.k8s.io/v1beta1/customresourcedefinitions", gone, [
    ["a version that is gone", "spec", {}],
  ]),
  ...refusedCreations("/apis/apiregistration.k8s.io/v1/apiservices", service, services),
  ...refusedCreations("/apis/certificates.k8s.io/v1/certificatesigningrequests", signing, requests),
];
