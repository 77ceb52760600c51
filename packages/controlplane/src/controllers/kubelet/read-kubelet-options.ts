/** How nodes behave, from data that people have written: each field is known and makes sense, or the complaint names it. */
import { isJsonObject, type JsonObject, type JsonValue, UsageError, writeJson } from "@pintle/machinery";
import { defaultKubeletStages } from "./default-stages.ts";
import type { KubeletOptions, KubeletStage, SimulatedImage } from "./kubelet-stage.ts";

/**
 * From what stands in a file, `{ stages, images }`. Its stages come before the usual ones, so that it need only say what is different. Throws a
 * `UsageError` that begins with the field.
 */
export function readKubeletOptions(value: JsonValue): KubeletOptions {
  config(value, "");
  const { stages = [], images = [] } = value as {
    readonly stages?: readonly KubeletStage[];
    readonly images?: readonly SimulatedImage[];
  };
  return { stages: [...stages, ...defaultKubeletStages], images };
}

type Check = (value: JsonValue, path: string) => void;

function refuse(path: string, what: string, value: JsonValue): UsageError {
  const place = path === "" ? "it" : path;
  return new UsageError("PINTLE_STAGE_INVALID", `${place} must be ${what}, not ${writeJson(value).slice(0, 100)}`);
}

function check(what: string, isGood: (value: JsonValue) => boolean): Check {
  return (value, path) => {
    if (!isGood(value)) throw refuse(path, what, value);
  };
}

const text = check("a text", (value) => typeof value === "string");
const words = check("a text that is not empty", (value) => typeof value === "string" && value !== "");
const flag = check("true or false", (value) => typeof value === "boolean");
const empty = check("{}", (value) => isJsonObject(value) && Object.keys(value).length === 0);
const milliseconds = check("a number of milliseconds", (value) => isNumber(value) && value >= 0);

function isNumber(value: JsonValue): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

function wholeUpTo(most: number): Check {
  const isGood = (value: JsonValue) => isNumber(value) && Number.isInteger(value) && value >= 0 && value <= most;
  return check(`a whole number from 0 to ${most}`, isGood);
}

function oneOf(...choices: readonly string[]): Check {
  return check(`one of ${choices.join(", ")}`, (value) => typeof value === "string" && choices.includes(value));
}

function listOf(item: Check): Check {
  return (value, path) => {
    if (!Array.isArray(value)) throw refuse(path, "a list", value);
    for (const [index, each] of value.entries()) item(each, `${path}[${index}]`);
  };
}

const texts: Check = (value, path) => {
  for (const [key, each] of Object.entries(objectIn(value, path))) text(each, `${path}[${JSON.stringify(key)}]`);
};

function objectIn(value: JsonValue, path: string): JsonObject {
  if (isJsonObject(value)) return value;
  throw refuse(path, "an object", value);
}

/** An object with these fields; those that end with `!` must be there. */
function fields(checks: Readonly<Record<string, Check>>): Check {
  const known = new Map(Object.entries(checks).map(([name, each]) => [name.replace("!", ""), each]));
  const needed = Object.keys(checks).flatMap((name) => (name.endsWith("!") ? [name.slice(0, -1)] : []));
  return (value, path) => {
    const object = objectIn(value, path);
    const at = (name: string) => (path === "" ? name : `${path}.${name}`);
    for (const [name, each] of Object.entries(object)) {
      const inside = known.get(name);
      if (!inside) {
        throw new UsageError("PINTLE_STAGE_INVALID", `${at(name)} is unknown: write ${[...known.keys()].join(", ")}`);
      }
      inside(each, at(name));
    }
    const missing = needed.find((name) => !Object.hasOwn(object, name));
    if (missing !== undefined) throw new UsageError("PINTLE_STAGE_INVALID", `${at(missing)} is missing`);
  };
}

/** One of its fields, and no more of them. */
function exactlyOne(names: readonly string[], inside: Check): Check {
  return (value, path) => {
    const found = names.filter((name) => Object.hasOwn(objectIn(value, path), name));
    if (found.length !== 1) throw refuse(path, `an object with one of ${names.join(", ")}`, value);
    inside(value, path);
  };
}

const selector = fields({
  "moment!": words,
  namespaces: listOf(text),
  labels: texts,
  annotations: texts,
  images: listOf(text),
  containers: listOf(text),
  roles: listOf(oneOf("init", "sidecar", "main", "ephemeral")),
  isRestarted: flag,
});

const delay = exactlyOne(
  ["ms", "until"],
  fields({
    ms: milliseconds,
    until: oneOf("startupProbe", "readinessProbe", "command", "backOff"),
    isBackground: flag,
  }),
);

const state = exactlyOne(
  ["waiting", "running", "terminated"],
  fields({
    waiting: fields({ "reason!": words, message: text }),
    running: empty,
    terminated: fields({ exitCode: wholeUpTo(255), reason: text, message: text, signal: wholeUpTo(64) }),
  }),
);

const event = fields({ "type!": oneOf("Normal", "Warning"), "reason!": words, "message!": text });
const next = fields({ state, started: flag, ready: flag, events: listOf(event) });
const stage = fields({ "name!": text, "selector!": selector, delay, "next!": next });
const image = fields({
  "name!": words,
  pullError: words,
  exitCode: wholeUpTo(255),
  exitAfterMs: milliseconds,
  output: text,
});
const config = fields({ stages: listOf(stage), images: listOf(image) });
