/** What the type of an operation lets through, and what it does not. */
import type { JsonPatchOperation } from "./json-patch-operation.ts";

export const operations: JsonPatchOperation[] = [
  { op: "add", path: "/a", value: null },
  { op: "remove", path: "/a" },
  { op: "move", from: "/a", path: "/b" },
  // @ts-expect-error an added value must be given
  { op: "add", path: "/a" },
  // @ts-expect-error a copy needs a source
  { op: "copy", path: "/a" },
  // @ts-expect-error there is no such operation
  { op: "merge", path: "/a", value: {} },
  // @ts-expect-error a date is no JSON
  { op: "replace", path: "/a", value: new Date(0) },
];
