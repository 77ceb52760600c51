/**
 * Applies the JSON patches of webhooks and policies: as those of clients, but what does not apply is told in the words of the library
 * behind the API server, because nobody else says which operation it was.
 */
import {
  applyJsonPatch,
  getOwn,
  isJsonObject,
  JsonPatchError,
  type JsonPatchOperation,
  type JsonValue,
} from "@pintle/machinery";

/** A patch that does not apply. */
export class PatchFailure extends Error {
  override readonly name = "PatchFailure";
  /** Whether the patch itself asked for something else than there is, and so is not meant for this object. */
  readonly isFailedTest: boolean;

  constructor(message: string, isFailedTest: boolean) {
    super(message);
    this.isFailedTest = isFailedTest;
  }
}

export function applyAdmissionPatch(document: JsonValue, operations: readonly JsonPatchOperation[]): JsonValue {
  try {
    return applyJsonPatch(document, operations, { dialect: "kubernetes" });
  } catch (error) {
    if (!(error instanceof JsonPatchError)) throw error;
    throw findFailure(document, operations, error.message);
  }
}

/** Goes step by step to the operation that fails. */
function findFailure(document: JsonValue, operations: readonly JsonPatchOperation[], otherwise: string): PatchFailure {
  let state = document;
  for (const operation of operations) {
    try {
      state = applyJsonPatch(state, [operation], { dialect: "kubernetes" });
    } catch (error) {
      if (!(error instanceof JsonPatchError)) throw error;
      return describeFailure(state, operation) ?? new PatchFailure(error.message, false);
    }
  }
  return new PatchFailure(otherwise, false);
}

const missing = "missing value";
const invalidIndex = "invalid index referenced";

function describeFailure(document: JsonValue, operation: JsonPatchOperation): PatchFailure | undefined {
  const { op, path } = operation;
  const fail = (message: string) => new PatchFailure(message, false);
  const target = findContainer(document, path);
  switch (op) {
    case "add":
    case "remove": {
      if (!target) return fail(`${op} operation does not apply: doc is missing path: "${path}": ${missing}`);
      const why = op === "add" ? complainOfAdding(target) : complainOfRemoving(target);
      return why === undefined ? undefined : fail(`error in ${op} for path: '${path}': ${why}`);
    }
    case "replace":
      // The library formats an error that it does not have.
      if (path === "") return fail("replace operation value must be object or array: %!w(<nil>)");
      if (!target) return fail(`replace operation does not apply: doc is missing path: ${path}: ${missing}`);
      return fail(`replace operation does not apply: doc is missing key: ${path}: ${missing}`);
    case "test":
      return describeFailedTest(path, target);
    default:
      return describeFailedTransfer(document, operation);
  }
}

function describeFailedTest(path: string, target: Target | undefined): PatchFailure {
  if (path !== "" && !target) {
    return new PatchFailure(`test operation does not apply: is missing path: ${path}: ${missing}`, false);
  }
  const why = target && complainOfReading(target);
  if (path !== "" && why !== undefined) return new PatchFailure(`error in test for path: '${path}': ${why}`, false);
  return new PatchFailure(`testing value ${path} failed: test failed`, true);
}

function describeFailedTransfer(
  document: JsonValue,
  { op, path, from }: Extract<JsonPatchOperation, { readonly from: string }>,
): PatchFailure | undefined {
  const fail = (message: string) => new PatchFailure(message, false);
  const source = findContainer(document, from);
  if (!source) return fail(`${op} operation does not apply: doc is missing from path: ${from}: ${missing}`);
  if (op === "move") {
    const why = complainOfReading(source) ?? complainOfRemoving(source);
    if (why !== undefined) return fail(`error in move for path: '${source.key}': ${why}`);
  } else {
    const why = complainOfReading(source);
    if (why !== undefined) return fail(`error in copy for from: '${from}': ${why}`);
  }
  const target = findContainer(document, path);
  if (!target) return fail(`${op} operation does not apply: doc is missing destination path: ${path}: ${missing}`);
  const why = complainOfAdding(target);
  if (why === undefined) return undefined;
  return fail(
    op === "move" ? `error in move for path: '${path}': ${why}` : `error while adding value during copy: ${why}`,
  );
}

/** What a path leads to: the object or list, and the key in it. */
interface Target {
  readonly container: JsonValue;
  readonly key: string;
}

function findContainer(document: JsonValue, path: string): Target | undefined {
  const [, ...keys] = path.split("/");
  const last = keys.pop();
  if (last === undefined) return undefined;
  let container: JsonValue | undefined = document;
  for (const key of keys) {
    container = findEntry(container, decodeKey(key));
    if (typeof container !== "object" || container === null) return undefined;
  }
  return { container, key: decodeKey(last) };
}

function decodeKey(key: string): string {
  return key.replaceAll("~1", "/").replaceAll("~0", "~");
}

function findEntry(container: JsonValue | undefined, key: string): JsonValue | undefined {
  if (Array.isArray(container)) {
    const index = parseIndex(key);
    return index === undefined ? undefined : container.at(index);
  }
  return isJsonObject(container) ? getOwn(container, key) : undefined;
}

function parseIndex(key: string): number | undefined {
  return /^[+-]?[0-9]+$/.test(key) ? Number(key) : undefined;
}

function complainOfRemoving({ container, key }: Target): string | undefined {
  if (Array.isArray(container)) return complainOfIndex(key, container.length);
  if (isJsonObject(container) && getOwn(container, key) !== undefined) return undefined;
  return `Unable to remove nonexistent key: ${key}: ${missing}`;
}

function complainOfReading({ container, key }: Target): string | undefined {
  return Array.isArray(container) ? complainOfIndex(key, container.length) : undefined;
}

function complainOfAdding({ container, key }: Target): string | undefined {
  if (!Array.isArray(container) || key === "-") return undefined;
  const why = complainOfIndex(key, container.length + 1);
  return parseIndex(key) === undefined ? `value was not a proper array index: '${key}': ${why}` : why;
}

function complainOfIndex(key: string, count: number): string | undefined {
  const index = parseIndex(key);
  if (index === undefined) return `strconv.Atoi: parsing ${JSON.stringify(key)}: invalid syntax`;
  return index >= count || index < -count ? `Unable to access invalid index: ${index}: ${invalidIndex}` : undefined;
}
