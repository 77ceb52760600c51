/** Newer and stabler versions first: `v10`, `v2`, `v1`, `v2beta1`, `v1alpha3`, and names that follow no rule at the end. */
import { compareUtf8 } from "@pintle/machinery";

interface ParsedVersion {
  /** 2 for stable, 1 for beta, 0 for alpha. */
  readonly stability: number;
  readonly major: bigint;
  readonly minor: bigint;
}

const stabilities: Readonly<Record<string, number>> = { alpha: 0, beta: 1 };

export function compareVersions(left: string, right: string): number {
  const [a, b] = [parse(left), parse(right)];
  if (a === undefined || b === undefined) return a ? -1 : b ? 1 : compareUtf8(left, right);
  return b.stability - a.stability || compareBigint(b.major, a.major) || compareBigint(b.minor, a.minor);
}

function parse(version: string): ParsedVersion | undefined {
  const match = /^v([1-9][0-9]{0,17})(?:(alpha|beta)([1-9][0-9]{0,17}))?$/.exec(version);
  if (!match) return undefined;
  const [, major = "0", stability, minor = "0"] = match;
  return { stability: stabilities[stability ?? ""] ?? 2, major: BigInt(major), minor: BigInt(minor) };
}

function compareBigint(left: bigint, right: bigint): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
