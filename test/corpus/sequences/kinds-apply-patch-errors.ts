/** Server-side apply at its edges: what it refuses, first applies, managedFields by hand, and kubectl's way over from client-side apply. */
import type { Json } from "../../conformance/answer.ts";
import { applied, patched } from "../contests.ts";
import type { Sequence, Step } from "../sequence.ts";

const core = "/api/v1/namespaces/{ns}";
const path = `${core}/configmaps/a`;
const identity = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } };
const config = (data: Json, metadata: Json = {}): Json => ({ ...identity, metadata: { name: "a", ...metadata }, data });
const apply = { method: "PATCH", patch: "apply", path } as const;

/** One body that is applied to nothing. */
const first = (name: string, body: Json, query: Step["query"] = { fieldManager: "alpha" }): Sequence => ({
  name,
  steps: [{ ...apply, query, body }],
});
/** One body that is applied by the manager who made the object. */
const again = (name: string, body: Json, query: Step["query"] = { fieldManager: "alpha" }): Sequence => ({
  name,
  steps: [
    { ...applied("alpha", path, config({ a: "1" })), silent: true },
    { ...apply, query, body },
  ],
});

const refused: readonly Sequence[] = [
  first("without a field manager", config({ a: "1" }), {}),
  first("with an empty field manager", config({ a: "1" }), { fieldManager: "" }),
  first("a field manager of 129 characters", config({ a: "1" }), { fieldManager: "m".repeat(129) }),
  first("a field manager with a line break", config({ a: "1" }), { fieldManager: "a\nb" }),
  first("force that is neither true nor false", config({ a: "1" }), { fieldManager: "alpha", force: "maybe" }),
  first("a body that is an empty object", "{}"),
  first("an empty body", "", { fieldManager: "alpha" }),
  first("a body that is a list", [], { fieldManager: "alpha" }),
  first("a body that is no YAML", "a: [", { fieldManager: "alpha" }),
  first("two documents in one body", "apiVersion: v1\nkind: ConfigMap\n---\nkind: ConfigMap\n"),
  first("a body without a kind", { apiVersion: "v1", metadata: { name: "a" } }),
  first("a body without an apiVersion", { kind: "ConfigMap", metadata: { name: "a" } }),
  first("a body without metadata", { apiVersion: "v1", kind: "ConfigMap" }),
  first("a body of another kind", { ...identity, kind: "Secret" }),
  first("a body of a kind that there is not", { ...identity, kind: "Nothing" }),
  first("a body of another group", { ...identity, apiVersion: "apps/v1" }),
  first("a body of another name", { ...identity, metadata: { name: "b" } }),
  first("a body of another namespace", { ...identity, metadata: { name: "a", namespace: "elsewhere" } }),
  first("a body without a name", { ...identity, metadata: {} }),
  first("a body with managedFields", { ...identity, metadata: { name: "a", managedFields: [{ manager: "a" }] } }),
  first("a body with a uid", config({}, { uid: "22222222-1111-4111-8111-111111111111" })),
  first("a body with a resourceVersion, and no object", config({}, { resourceVersion: "1" })),
  first("an unknown field", { ...identity, dataa: { a: "1" } }),
  first("an unknown field, warned of", { ...identity, dataa: {} }, { fieldManager: "alpha", fieldValidation: "Warn" }),
  first("an unknown field, strictly", { ...identity, dataa: {} }, { fieldManager: "alpha", fieldValidation: "Strict" }),
  first("a duplicate field", '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{"a":"1","a":"2"}}'),
  first("a value of the wrong type", config({ a: 1 })),
  first("a map where a text should be", { ...identity, metadata: { name: "a", labels: { a: { b: "c" } } } }),
  first("a key that validation refuses", config({ "a b": "1" })),
  first("a label that validation refuses", config({}, { labels: { a: "b c" } })),
  first("an unknown query parameter", config({ a: "1" }), { fieldManager: "alpha", color: "blue" }),
  again("a stale resourceVersion", config({ a: "2" }, { resourceVersion: "1" })),
  again("the right resourceVersion", config({ a: "2" }, { resourceVersion: "{rv}" })),
  again("another uid", config({ a: "2" }, { uid: "22222222-1111-4111-8111-111111111111" })),
  again("the right uid", config({ a: "2" }, { uid: "{uid}" })),
  again("another creationTimestamp", config({ a: "2" }, { creationTimestamp: "2001-01-01T00:00:00Z" })),
  again("a generation", config({ a: "2" }, { generation: 7 })),
  again("a selfLink", config({ a: "2" }, { selfLink: "/a" })),
  again("a deletionTimestamp", config({ a: "2" }, { deletionTimestamp: "2001-01-01T00:00:00Z" })),
  again("as a dry run", config({ a: "2" }), { fieldManager: "alpha", dryRun: "All" }),
  again(
    "as YAML",
    'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  a: "2"\n  b: |\n    two\n    lines\n',
  ),
  again(
    "as YAML with anchors",
    "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {a: &x yes it is, b: *x}\n",
  ),
  again(
    "as YAML with a word that is a boolean",
    "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {a: yes}\n",
  ),
];

const withLastApplied = (data: Json) =>
  config(data, {
    annotations: {
      "kubectl.kubernetes.io/last-applied-configuration": `${JSON.stringify({ ...identity, data })}\n`,
    },
  });
const clientSide = { fieldManager: "kubectl-client-side-apply" };

const managers: readonly Sequence[] = [
  {
    name: "nothing changes, and nothing is written",
    steps: [applied("alpha", path, config({ a: "1" })), applied("alpha", path, config({ a: "1" }))],
  },
  {
    name: "an object that was created by hand, then applied",
    steps: [
      { method: "POST", path: `${core}/configmaps`, body: config({ a: "1" }) },
      applied("alpha", path, config({ a: "1", b: "1" })),
      applied("alpha", path, config({ a: "2" })),
      applied("alpha", path, config({ b: "1" })),
    ],
  },
  {
    name: "an object without managedFields: before-first-apply",
    steps: [
      { method: "POST", path: `${core}/configmaps`, body: config({ a: "1" }), silent: true },
      patched("json", path, [{ op: "replace", path: "/metadata/managedFields", value: [{}] }]),
      applied("alpha", path, config({ a: "2" })),
      applied("alpha", path, config({ a: "2" }), { force: true }),
    ],
  },
  {
    name: "managedFields are emptied by a list of nothing",
    steps: [
      { ...applied("alpha", path, config({ a: "1" })), silent: true },
      patched("merge", path, { metadata: { managedFields: [] } }),
      patched("merge", path, { data: { b: "1" } }),
    ],
  },
  {
    name: "managedFields that are not well-formed are ignored",
    steps: [
      { ...applied("alpha", path, config({ a: "1" })), silent: true },
      patched("merge", path, { metadata: { managedFields: [{ manager: "x", operation: "Update" }] } }),
      patched("merge", path, {
        metadata: { managedFields: [{ manager: "x", operation: "Nod", apiVersion: "v1", fieldsType: "FieldsV1" }] },
      }),
      patched("merge", path, {
        metadata: {
          managedFields: [
            { manager: "x", operation: "Update", apiVersion: "v1", fieldsType: "FieldsV2", fieldsV1: { "f:data": {} } },
          ],
        },
      }),
      patched("merge", path, {
        metadata: {
          managedFields: [
            {
              manager: "x",
              operation: "Update",
              apiVersion: "v1",
              fieldsType: "FieldsV1",
              fieldsV1: { "f:data": { "f:a": {} } },
            },
          ],
        },
      }),
    ],
  },
  {
    name: "one manager applies and updates: two entries",
    steps: [
      applied("alpha", path, config({ a: "1" })),
      patched("merge", path, { data: { b: "1" } }, { fieldManager: "alpha" }),
      applied("alpha", path, config({ a: "1", b: "2" })),
      applied("alpha", path, config({ a: "1", b: "1" })),
    ],
  },
  {
    name: "an update that removes an applied field takes it from its manager",
    steps: [
      applied("alpha", path, config({ a: "1", b: "1" })),
      patched("merge", path, { data: { b: null } }),
      applied("alpha", path, config({ a: "1", b: "1" })),
    ],
  },
  {
    name: "more than ten updating managers become ancient-changes",
    steps: [
      {
        method: "POST",
        path: `${core}/configmaps`,
        query: { fieldManager: "m-00" },
        body: config({ a: "0" }),
        silent: true,
      },
      ...Array.from({ length: 11 }, (_, index) => ({
        ...patched(
          "merge",
          path,
          { data: { [`k${index}`]: "1" } },
          { fieldManager: `m-${String(index + 1).padStart(2, "0")}` },
        ),
        silent: index < 10,
      })),
    ],
  },
  {
    name: "from kubectl's client-side apply to server-side apply",
    steps: [
      { method: "POST", path: `${core}/configmaps`, query: clientSide, body: withLastApplied({ a: "1", b: "1" }) },
      applied("kubectl", path, config({ a: "2" })),
      applied("kubectl", path, config({ a: "3" }), { force: true }),
    ],
  },
  {
    name: "from client-side apply to another manager's server-side apply",
    steps: [
      {
        method: "POST",
        path: `${core}/configmaps`,
        query: clientSide,
        body: withLastApplied({ a: "1", b: "1" }),
        silent: true,
      },
      applied("alpha", path, config({ a: "2" })),
      applied("alpha", path, config({ a: "1" })),
    ],
  },
  {
    name: "the last-applied annotation is kept by kubectl's second manager",
    steps: [
      applied("kubectl", path, config({ a: "1" })),
      applied("kubectl-last-applied", path, {
        ...identity,
        metadata: { name: "a", annotations: withLastApplied({ a: "1" }).metadata.annotations },
      }),
      applied("kubectl", path, config({ a: "2" })),
    ],
  },
  {
    name: "an object that is being deleted, applied",
    steps: [
      { ...applied("alpha", path, config({ a: "1" }, { finalizers: ["example.com/hold"] })), silent: true },
      { method: "DELETE", path, silent: true },
      applied("alpha", path, config({ a: "2" }, { finalizers: ["example.com/hold"] })),
      applied("beta", path, config({}, { finalizers: ["example.com/late"] })),
      applied("alpha", path, config({ a: "2" })),
      { method: "GET", path },
    ],
  },
  {
    name: "applied to a namespace that is not there",
    steps: [applied("alpha", "/api/v1/namespaces/{ns}-absent/configmaps/a", config({ a: "1" }))],
  },
  {
    name: "applied to a collection",
    steps: [applied("alpha", `${core}/configmaps`, config({ a: "1" }))],
  },
];

export const sequences: readonly Sequence[] = [...refused, ...managers];
