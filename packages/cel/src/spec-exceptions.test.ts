/** The official cases that are not as they are stated, and why. docs/compatibility.md lists them from the same file. */
import { readFileSync } from "node:fs";

interface SpecExceptions {
  /** Where cel-go, and so Kubernetes, does otherwise than the specification says: there we are with cel-go. By the path of the case. */
  readonly differing: Readonly<Record<string, string>>;
  /** What the checking suite has and Pintle has not: Kubernetes knows no values of protobuf's own types. Each with its pattern. */
  readonly leftOut: Readonly<Record<string, string>>;
}

const exceptions: SpecExceptions = JSON.parse(
  readFileSync(new URL("../testdata/spec-exceptions.json", import.meta.url), "utf8"),
);

export const { differing } = exceptions;
export const leftOut = Object.values(exceptions.leftOut).map((pattern) => new RegExp(pattern));
