/**
 * What is special about definitions themselves, on top of what their kind has in common with others.
 *
 * What judges schemas, with CEL and RE2 behind it, is loaded when the first definition comes: most servers start without one.
 */
import { formatTime, type JsonObject, type JsonValue, lazyCode } from "@pintle/machinery";
import { finalizersOf, isBeingDeleted, withMetadata } from "../registry/object-metadata.ts";
import type { Beginning, Strategy } from "../registry/strategy.ts";
import { cleanupFinalizer, type Definition, toDefinition, withCondition } from "./definition.ts";

type Judge = typeof import("./judge-definition.ts");

const findJudge = lazyCode((): Promise<Judge> => import("./judge-definition.ts"));
let loaded: Judge | undefined;

/** Runs before anything is judged. */
async function loadJudge(object: JsonObject): Promise<Beginning> {
  loaded = await findJudge();
  return { object, finish: async () => undefined };
}

function judge(): Judge {
  if (loaded === undefined) throw new Error("a definition is judged before its write has begun");
  return loaded;
}

/** The strategy of definitions, from one that keeps status apart. */
export function withDefinitionRules(base: Strategy): Strategy {
  return {
    ...base,
    begin: loadJudge,
    takesAnyFinalizer: true,
    prepareCreate: (object, request) => rememberStored(base.prepareCreate?.(object, request) ?? object),
    prepareUpdate: (object, old, request) => rememberStored(base.prepareUpdate?.(object, old, request) ?? object),
    validateCreate: (object) => judge().validateDefinition(toDefinition(object)),
    validateUpdate: (object, old) => judge().validateDefinitionUpdate(toDefinition(object), toDefinition(old)),
    warnCreate: (object) => warnOfFormats(formatsOf(toDefinition(object))),
    warnUpdate: (object, old) => {
      const known = new Set(formatsOf(toDefinition(old)));
      return warnOfFormats(formatsOf(toDefinition(object)).filter((format) => !known.has(format)));
    },
    // Deleting only begins here: the objects of the definition go first, and then its finalizer.
    beforeDelete: (object, { context }) =>
      isBeingDeleted(object) ? object : markAsTerminating(object, context.clock.now()),
  };
}

/** The same for the view `status`. */
export function withDefinitionStatusRules(base: Strategy): Strategy {
  return {
    ...base,
    begin: loadJudge,
    validateUpdate: (object) => judge().validateDefinitionStatus(toDefinition(object)),
  };
}

/** Every version in which objects may lie is remembered, until somebody says that there are none any more. */
function rememberStored(object: JsonObject): JsonObject {
  const { spec, status } = toDefinition(object);
  const stored = spec.versions.find(({ storage }) => storage)?.name;
  const known = status?.storedVersions ?? [];
  if (stored === undefined || known.includes(stored)) return object;
  return { ...object, status: { ...status, storedVersions: [...known, stored] } as unknown as JsonValue };
}

function formatsOf({ spec }: Definition): string[] {
  return spec.versions.flatMap(({ schema }) =>
    schema?.openAPIV3Schema ? judge().findUnrecognizedFormats(schema.openAPIV3Schema) : [],
  );
}

function warnOfFormats(formats: readonly string[]): string[] {
  return formats.map((format) => `unrecognized format ${JSON.stringify(format)}`);
}

function markAsTerminating(object: JsonObject, nowMs: number): JsonObject {
  const now = formatTime(nowMs);
  const finalizers = finalizersOf(object);
  const marked = withMetadata(object, {
    deletionTimestamp: now,
    finalizers: finalizers.includes(cleanupFinalizer) ? finalizers : [...finalizers, cleanupFinalizer],
  });
  const { status } = toDefinition(object);
  const message = "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon";
  const terminating = { type: "Terminating", status: "True", reason: "InstanceDeletionPending", message };
  const conditions = withCondition(status?.conditions ?? [], terminating, now);
  return { ...marked, status: { ...status, conditions } as unknown as JsonValue };
}
