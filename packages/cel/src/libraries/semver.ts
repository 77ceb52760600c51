/**
 * Versions by the rules of the Go module blang/semver, which Kubernetes parses them with: strict, numbers of 64 bits, and that
 * module's words for what is wrong.
 */
import { quoteGo } from "@pintle/machinery";

export interface SemanticVersion {
  readonly major: bigint;
  readonly minor: bigint;
  readonly patch: bigint;
  /** A bigint for a part that is all digits: those are ordered as numbers, and before the others. */
  readonly prerelease: readonly (bigint | string)[];
  /** Not part of the order, nor of equality. */
  readonly build: readonly string[];
}

/** A text that is no version. */
export class SemverParseError extends Error {
  override readonly name = "SemverParseError";
}

export function parseSemver(text: string): SemanticVersion {
  if (text === "") throw new SemverParseError("Version string empty");
  const [major, minor, rest] = splitInThree(text);
  if (major === undefined || minor === undefined || rest === undefined) {
    throw new SemverParseError("No Major.Minor.Patch elements found");
  }
  const [majorNumber, minorNumber] = [parseNumber(major, "major"), parseNumber(minor, "minor")];
  const [beforeBuild, build] = cut(rest, "+");
  const [patch, prerelease] = cut(beforeBuild, "-");
  return {
    major: majorNumber,
    minor: minorNumber,
    patch: parseNumber(patch, "patch"),
    prerelease: prerelease?.split(".").map(parsePrerelease) ?? [],
    build: build?.split(".").map(parseBuild) ?? [],
  };
}

/** Also takes what people write: `v1`, `1.2`, `01.02.03`. */
export function parseNormalizedSemver(text: string): SemanticVersion {
  const parts = splitInThree(text.startsWith("v") ? text.slice(1) : text).map(trimZeros);
  if (parts.length < 3 && /[+-]/.test(parts.at(-1) ?? "")) {
    throw new SemverParseError("short version cannot contain PreRelease/Build meta data");
  }
  return parseSemver([...parts, "0", "0"].slice(0, 3).join("."));
}

export function compareSemver(left: SemanticVersion, right: SemanticVersion): -1 | 0 | 1 {
  return (
    compare(left.major, right.major) ||
    compare(left.minor, right.minor) ||
    compare(left.patch, right.patch) ||
    comparePrereleases(left.prerelease, right.prerelease)
  );
}

function splitInThree(text: string): string[] {
  const [first = "", second, ...others] = text.split(".");
  if (second === undefined) return [first];
  return others.length === 0 ? [first, second] : [first, second, others.join(".")];
}

function trimZeros(part: string): string {
  if (part.length < 2) return part;
  const trimmed = part.replace(/^0+/, "");
  return /^[0-9]/.test(trimmed) ? trimmed : `0${trimmed}`;
}

function cut(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

function parseNumber(text: string, name: "major" | "minor" | "patch"): bigint {
  if (!/^[0-9]*$/.test(text)) {
    throw new SemverParseError(`Invalid character(s) found in ${name} number ${quoteGo(text)}`);
  }
  if (/^0./.test(text)) {
    const title = name.charAt(0).toUpperCase() + name.slice(1);
    throw new SemverParseError(`${title} number must not contain leading zeroes ${quoteGo(text)}`);
  }
  return parseUint64(text);
}

function parseUint64(digits: string): bigint {
  const fail = (problem: string) => new SemverParseError(`strconv.ParseUint: parsing ${quoteGo(digits)}: ${problem}`);
  if (digits === "") throw fail("invalid syntax");
  const number = BigInt(digits);
  if (number >= 2n ** 64n) throw fail("value out of range");
  return number;
}

function parsePrerelease(part: string): bigint | string {
  if (part === "") throw new SemverParseError("Prerelease is empty");
  if (/^[0-9]+$/.test(part)) {
    if (/^0./.test(part)) {
      throw new SemverParseError(`Numeric PreRelease version must not contain leading zeroes ${quoteGo(part)}`);
    }
    return parseUint64(part);
  }
  if (/^[0-9A-Za-z-]+$/.test(part)) return part;
  throw new SemverParseError(`Invalid character(s) found in prerelease ${quoteGo(part)}`);
}

function parseBuild(part: string): string {
  if (part === "") throw new SemverParseError("Build meta data is empty");
  if (/^[0-9A-Za-z-]+$/.test(part)) return part;
  throw new SemverParseError(`Invalid character(s) found in build meta data ${quoteGo(part)}`);
}

type Prerelease = SemanticVersion["prerelease"];

/** A release comes after its prereleases; of two that begin alike, the longer comes last. */
function comparePrereleases(left: Prerelease, right: Prerelease): -1 | 0 | 1 {
  if (left.length === 0 || right.length === 0) return compare(right.length, left.length);
  for (const [index, part] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    const order = typeof part === typeof other ? compare(part, other) : typeof part === "bigint" ? -1 : 1;
    if (order !== 0) return order;
  }
  return compare(left.length, right.length);
}

function compare<Value extends bigint | string | number>(left: Value, right: Value): -1 | 0 | 1 {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
