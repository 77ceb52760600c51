/** Definitions whose versions refer to their schema: scale, status, columns, selectable fields; and schemas as people write them. */
import { acceptedRoots, acceptedVersions, refusedVersions } from "../schemas.ts";
import type { Sequence } from "../sequence.ts";

const text = { type: "string" };
const integer = { type: "integer" };
const objectOf = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });
const status = { status: {} };
const scale = { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" };
const column = { name: "Size", type: "integer", jsonPath: ".spec.size" };
const select = (...paths: string[]) => ({ selectableFields: paths.map((jsonPath) => ({ jsonPath })) });

const schema = objectOf({
  spec: objectOf({
    replicas: integer,
    size: integer,
    colour: { type: "string", enum: ["red", "blue"] },
    on: { type: "boolean" },
    weight: { type: "number" },
    names: { type: "array", items: text },
    labels: { type: "object", additionalProperties: text },
    inner: objectOf({ host: text, at: { type: "string", format: "date-time" } }),
    "odd-name": text,
    port: { "x-kubernetes-int-or-string": true },
    free: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
  }),
  status: objectOf({ replicas: integer, selector: text }),
});

const condition = objectOf(
  {
    lastTransitionTime: { type: "string", format: "date-time" },
    message: { type: "string", maxLength: 32768 },
    observedGeneration: { type: "integer", format: "int64", minimum: 0 },
    reason: { type: "string", maxLength: 1024, minLength: 1, pattern: "^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$" },
    status: { type: "string", enum: ["True", "False", "Unknown"] },
    type: {
      type: "string",
      maxLength: 316,
      pattern:
        "^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$",
    },
  },
  { required: ["lastTransitionTime", "message", "reason", "status", "type"] },
);
const secretRef = objectOf(
  { name: { type: "string", minLength: 1 }, key: text },
  { required: ["name"], "x-kubernetes-map-type": "atomic" },
);

export const sequences: readonly Sequence[] = [
  ...acceptedVersions(schema, {
    "a status and a scale": { subresources: { ...status, scale } },
    "a scale with a selector": { subresources: { scale: { ...scale, labelSelectorPath: ".status.selector" } } },
    "a scale whose paths the schema lacks": {
      subresources: { scale: { specReplicasPath: ".spec.other", statusReplicasPath: ".status.other.deep" } },
    },
    "columns of all types": {
      additionalPrinterColumns: ["integer", "number", "string", "boolean", "date"].map((type) => ({
        ...column,
        name: type,
        type,
      })),
    },
    "a column with all there is": {
      additionalPrinterColumns: [{ ...column, format: "int32", description: "its size", priority: 1 }],
    },
    "a column with a path into a list": { additionalPrinterColumns: [{ ...column, jsonPath: ".spec.names[0]" }] },
    "a column with a filter": {
      additionalPrinterColumns: [
        { ...column, type: "string", jsonPath: '.status.conditions[?(@.type=="Ready")].status' },
      ],
    },
    "a column of what the schema lacks": { additionalPrinterColumns: [{ ...column, jsonPath: ".spec.nothing" }] },
    "the same column twice": { additionalPrinterColumns: [column, column] },
    "selectable fields of all types": select(
      ".spec.size",
      ".spec.colour",
      ".spec.on",
      ".spec.inner.host",
      ".spec.inner.at",
    ),
    "eight selectable fields": select(
      ".spec.size",
      ".spec.colour",
      ".spec.on",
      ".spec.replicas",
      ".spec.inner.host",
      ".spec.inner.at",
      ".status.selector",
      ".status.replicas",
    ),
    "a selectable value of a map": select(".spec.labels.app"),
    "a column with an open bracket": { additionalPrinterColumns: [{ ...column, jsonPath: ".spec.names[0" }] },
    "a scale with an index in its path": { subresources: { scale: { ...scale, specReplicasPath: ".spec.names[0]" } } },
    "a column with an index that is no number": {
      additionalPrinterColumns: [{ ...column, jsonPath: ".spec.names[a]" }],
    },
    "a deprecated version": { deprecated: true },
    "a deprecated version with a warning": { deprecated: true, deprecationWarning: "use v2" },
  }),
  ...refusedVersions(schema, {
    "a selectable number": select(".spec.weight"),
    "a selectable list": select(".spec.names"),
    "a selectable item": select(".spec.names[0]"),
    "a selectable object": select(".spec.inner"),
    "a selectable integer or string": select(".spec.port"),
    "a selectable field that is not there": select(".spec.nothing"),
    "a selectable field of what is preserved": select(".spec.free.a"),
    "a selectable field without a dot": select("spec.size"),
    "a selectable field twice": select(".spec.size", ".spec.size"),
    "a selectable name": select(".metadata.name"),
    "a selectable kind of metadata": select(".metadata"),
    "an empty selectable path": select(""),
    "nine selectable fields": select(
      ".spec.size",
      ".spec.colour",
      ".spec.on",
      ".spec.replicas",
      ".spec.inner.host",
      ".spec.inner.at",
      ".status.selector",
      ".status.replicas",
      ".spec['odd-name']",
    ),
    "a column whose type is an object": { additionalPrinterColumns: [{ ...column, type: "object" }] },
    "a column with a format that is unknown": { additionalPrinterColumns: [{ ...column, format: "int16" }] },
    "a scale of metadata": { subresources: { scale: { ...scale, specReplicasPath: ".metadata.generation" } } },
    "a scale of the whole spec": { subresources: { scale: { ...scale, specReplicasPath: ".spec" } } },
    "a scale with a selector of metadata": {
      subresources: { scale: { ...scale, labelSelectorPath: ".metadata.labels" } },
    },
    "a warning that is too long": { deprecated: true, deprecationWarning: "x".repeat(300) },
    "a warning with lines": { deprecated: true, deprecationWarning: "a\nb" },
    "an empty warning": { deprecated: true, deprecationWarning: "" },
  }),
  ...refusedVersions(
    { type: "object", properties: { spec: objectOf({}) }, minProperties: 1 },
    { "a status beside a number of properties": { subresources: status } },
  ),
  ...refusedVersions(
    { type: "object", anyOf: [{ required: ["spec"] }] },
    { "a status beside anyOf": { subresources: status } },
  ),
  ...acceptedVersions(
    { type: "object", description: "A widget.", required: ["spec"], properties: { spec: objectOf({}) } },
    { "a status beside a description and required properties": { subresources: status } },
  ),
  ...acceptedRoots({
    "conditions as kubebuilder writes them": objectOf({
      status: objectOf({
        conditions: {
          type: "array",
          items: condition,
          "x-kubernetes-list-type": "map",
          "x-kubernetes-list-map-keys": ["type"],
        },
      }),
    }),
    "a certificate": objectOf({
      spec: objectOf(
        {
          dnsNames: { type: "array", items: text, "x-kubernetes-list-type": "atomic" },
          duration: text,
          issuerRef: objectOf({ name: text, kind: text, group: text }, { required: ["name"] }),
          privateKey: objectOf({
            algorithm: { type: "string", enum: ["RSA", "ECDSA", "Ed25519"] },
            rotationPolicy: { type: "string", enum: ["Never", "Always"], default: "Always" },
            size: integer,
          }),
          secretName: text,
        },
        { required: ["issuerRef", "secretName"] },
      ),
    }),
    "a store of secrets": objectOf({
      spec: objectOf({
        provider: objectOf(
          {
            vault: objectOf({ server: text, auth: objectOf({ tokenSecretRef: secretRef }) }),
            fake: objectOf({ data: { type: "array", items: objectOf({ key: text, value: text }) } }),
          },
          { minProperties: 1, maxProperties: 1 },
        ),
      }),
    }),
    "a template of a pod": objectOf({
      spec: objectOf({
        template: {
          type: "object",
          "x-kubernetes-preserve-unknown-fields": true,
          properties: { metadata: objectOf({ labels: { type: "object", additionalProperties: text } }) },
        },
        podTemplate: {
          type: "object",
          "x-kubernetes-embedded-resource": true,
          "x-kubernetes-preserve-unknown-fields": true,
        },
      }),
    }),
    "resources with quantities": objectOf({
      spec: objectOf({
        limits: {
          type: "object",
          additionalProperties: {
            anyOf: [{ type: "integer" }, { type: "string" }],
            pattern:
              "^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$",
            "x-kubernetes-int-or-string": true,
          },
        },
        targetPort: { anyOf: [{ type: "integer" }, { type: "string" }], "x-kubernetes-int-or-string": true },
      }),
    }),
    "a virtual service": objectOf({
      spec: objectOf({
        http: {
          type: "array",
          items: objectOf({
            match: {
              type: "array",
              items: objectOf({
                uri: objectOf(
                  { exact: text, prefix: text, regex: text },
                  {
                    oneOf: [
                      { not: { anyOf: [{ required: ["exact"] }, { required: ["prefix"] }, { required: ["regex"] }] } },
                      { required: ["exact"] },
                      { required: ["prefix"] },
                      { required: ["regex"] },
                    ],
                  },
                ),
              }),
            },
            route: { type: "array", items: objectOf({ weight: { type: "integer", format: "int32" } }) },
          }),
        },
      }),
    }),
  }),
];
