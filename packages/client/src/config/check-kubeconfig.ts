/** Sees to it that a kubeconfig holds what its fields promise, and says by file and field where it does not. */
import { getOwn, isJsonObject, setOwn, UsageError } from "@pintle/machinery";
import type { Kubeconfig } from "./kubeconfig.ts";
import { markEntry } from "./kubeconfig-entry.ts";

type Fields = { [key: string]: unknown };
type Check = (value: unknown, where: Where) => unknown;
type Table = Readonly<Record<string, Check>>;

/** A place in a file, for messages. Values never stand in them. */
interface Where {
  readonly place: string;
  readonly field: string;
}

/** A copy without the nulls that stand for absent fields, its entries marked with the file. */
export function checkKubeconfig(value: unknown, place: string, path: string | undefined): Kubeconfig {
  if (value !== null && !isJsonObject(value))
    throw refuse({ place, field: "" }, "it has to be a map with clusters, users and contexts");
  const fields = object({
    apiVersion: constant("v1"),
    kind: constant("Config"),
    "current-context": text,
    clusters: entries("cluster", cluster, path),
    users: entries("user", user, path),
    contexts: entries("context", context, path),
  });
  return fields(value ?? {}, { place, field: "" }) as Kubeconfig;
}

function refuse({ place, field }: Where, what: string): UsageError {
  return new UsageError("PINTLE_KUBECONFIG_INVALID", `${place}: ${field === "" ? "" : `${field}: `}${what}`);
}

const text: Check = (value, where) => {
  if (typeof value === "string") return value;
  const hint = typeof value === "number" || typeof value === "boolean" ? ", put it in quotes" : "";
  throw refuse(where, `it has to be a text${hint}`);
};

const flag: Check = (value, where) => {
  if (typeof value === "boolean") return value;
  throw refuse(where, "it has to be true or false, without quotes");
};

/** The alphabet and the length are looked at, because Node skips over what is not base64 and would give other bytes. */
const base64: Check = (value, where) => {
  const joined = (text(value, where) as string).replaceAll(/[\r\n]/g, "");
  if (joined.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(joined)) return joined;
  throw refuse(where, "it has to be base64; a path or PEM itself does not go here");
};

function constant(expected: string): Check {
  return (value, where) => {
    if (value === expected || value === "") return value;
    throw refuse(where, `it has to be ${expected}: is this file a kubeconfig?`);
  };
}

function list(item: Check): Check {
  return (value, { place, field }) => {
    if (!Array.isArray(value)) throw refuse({ place, field }, "it has to be a list");
    return value.map((inner, index) => item(inner, { place, field: `${field}[${index}]` }));
  };
}

function map(item: Check): Check {
  return (value, { place, field }) => {
    if (!isJsonObject(value)) throw refuse({ place, field }, "it has to be a map");
    const checked: Fields = {};
    for (const key of Object.keys(value)) {
      if (value[key] !== null) setOwn(checked, key, item(value[key], { place, field: `${field}[${key}]` }));
    }
    return checked;
  };
}

function object(table: Table): Check {
  return (value, { place, field }) => {
    if (!isJsonObject(value)) throw refuse({ place, field }, "it has to be a map");
    const checked: Fields = {};
    for (const key of Object.keys(value)) {
      const check = getOwn(table, key);
      const inner = getOwn(value, key);
      if (check === undefined) setOwn(checked, key, inner);
      else if (inner !== null) checked[key] = check(inner, { place, field: field === "" ? key : `${field}.${key}` });
    }
    return checked;
  };
}

/** Named entries. A name that comes twice would let one of them vanish. */
function entries(key: string, check: Check, path: string | undefined): Check {
  return (value, { place, field }) => {
    if (!Array.isArray(value)) throw refuse({ place, field }, "it has to be a list");
    const names = new Set<string>();
    return value.map((item, index) => {
      const where = { place, field: `${field}[${index}]` };
      const entry = object({ name: text, [key]: check })(item, where) as Fields;
      const name = typeof entry.name === "string" ? entry.name : "";
      if (names.has(name)) throw refuse({ place, field: `${where.field}.name` }, `"${name}" comes twice`);
      names.add(name);
      return { ...entry, name, [key]: markEntry((entry[key] ?? {}) as object, path) };
    });
  };
}

const extensions = list(object({ name: text }));

const cluster = object({
  server: text,
  "tls-server-name": text,
  "insecure-skip-tls-verify": flag,
  "certificate-authority": text,
  "certificate-authority-data": base64,
  "proxy-url": text,
  "disable-compression": flag,
  extensions,
});

const user = object({
  "client-certificate": text,
  "client-certificate-data": base64,
  "client-key": text,
  "client-key-data": base64,
  token: text,
  tokenFile: text,
  username: text,
  password: text,
  as: text,
  "as-uid": text,
  "as-groups": list(text),
  "as-user-extra": map(list(text)),
  "auth-provider": object({ name: text, config: map(text) }),
  exec: object({
    apiVersion: text,
    command: text,
    args: list(text),
    env: list(object({ name: text, value: text })),
    installHint: text,
    provideClusterInfo: flag,
    interactiveMode: text,
  }),
});

const context = object({ cluster: text, user: text, namespace: text });
