/** A custom resource with a schema of forty fields, such as operators have, and a definition as large as the largest of real projects. */
type Schema = Readonly<Record<string, unknown>>;

const text = { type: "string", maxLength: 256 };
const name = { type: "string", pattern: "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$", maxLength: 63 };
const count = { type: "integer", format: "int32", minimum: 0, maximum: 10_000 };
const flag = { type: "boolean" };

/** Fields `prefix0`, `prefix1`, … that are alike. */
function fields<Value>(prefix: string, length: number, value: Value): Record<string, Value> {
  return Object.fromEntries(Array.from({ length }, (_, index) => [`${prefix}${index}`, value]));
}

function list(properties: Record<string, Schema>): Schema {
  return {
    type: "array",
    maxItems: 100,
    items: { type: "object", required: ["name"], properties },
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["name"],
  };
}

const spec: Schema = {
  type: "object",
  required: ["replicas", "name0"],
  properties: {
    replicas: count,
    mode: { type: "string", enum: ["Fast", "Careful"], default: "Fast" },
    ...fields("name", 4, name),
    ...fields("text", 10, text),
    ...fields("count", 6, count),
    ...fields("flag", 4, flag),
    labels: { type: "object", maxProperties: 50, additionalProperties: text },
    settings: list({ name, value: text, weight: count, isSecret: flag }),
    storage: {
      type: "object",
      properties: { className: name, size: { "x-kubernetes-int-or-string": true }, path: text },
    },
  },
};

const status: Schema = {
  type: "object",
  properties: { observedGeneration: { type: "integer", format: "int64" }, conditions: list({ name, status: text }) },
};

function define(plural: string, kind: string, specSchema: Schema): object {
  const schema = { openAPIV3Schema: { type: "object", properties: { spec: specSchema, status } } };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.bench.example.com` },
    spec: {
      group: "bench.example.com",
      scope: "Namespaced",
      names: { plural, singular: kind.toLowerCase(), kind, listKind: `${kind}List` },
      versions: [{ name: "v1", served: true, storage: true, subresources: { status: {} }, schema }],
    },
  };
}

/** An object with so many settings. */
function widget(kind: string, settings: number): object {
  const words = "0123456789abcdef".repeat(3);
  return {
    apiVersion: "bench.example.com/v1",
    kind,
    metadata: { name: "@NAME@", namespace: "@NS@", labels: { app: "web-@I@" } },
    spec: {
      replicas: 3,
      ...fields("name", 4, "web-@I@"),
      ...fields("text", 6, words),
      ...fields("count", 6, 7),
      ...fields("flag", 2, true),
      labels: { tier: "front", team: "web" },
      settings: Array.from({ length: settings }, (_, index) => ({
        name: `setting-${index}`,
        value: words,
        weight: index,
      })),
      storage: { className: "fast", size: "10Gi", path: "/var/lib/web" },
    },
  };
}

/** About 120 KB of JSON, written out. */
const large: Schema = {
  type: "object",
  properties: Object.fromEntries(
    Array.from({ length: 60 }, (_, index) => [`part${index}`, { ...spec, required: [] }] as const),
  ),
};

/** Two rules, as most definitions of real projects have at least. */
const ruled: Schema = {
  ...spec,
  "x-kubernetes-validations": [
    { rule: "self.mode == 'Fast' || self.replicas <= 100", message: "be fast or few" },
    { rule: "self.settings.all(setting, setting.weight < 1000)", message: "settings are too heavy" },
  ],
};

export const customTemplates = {
  "definition-gadget": define("gadgets", "Gadget", ruled),
  "gadget-2k": widget("Gadget", 3),
  "definition-widget": define("widgets", "Widget", spec),
  "definition-giant": define("giants", "Giant", large),
  "widget-2k": widget("Widget", 3),
  "widget-4k6": widget("Widget", 20),
};
