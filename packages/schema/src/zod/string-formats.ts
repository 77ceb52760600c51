/**
 * zod's string formats as the formats that the API server enforces. It is the server's reading of a format that counts in a
 * cluster, and it is mostly wider than zod's: to it `/path` is a URI, and a UUID may do without dashes.
 *
 * Formats that the server would ignore are refused, and so are options of a format that it has no words for.
 */
import { z } from "zod";
import type { StructuralSchema } from "../structural-schema.ts";
import { quotePattern, toRe2Pattern } from "./re2-pattern.ts";

/** A zod format: its name, and whatever options it was given. */
export type FormatDef = z.core.$ZodCheckStringFormatDef & { readonly [option: string]: unknown };

export type FormatReading = StructuralSchema | { readonly reason: string; readonly remedy: string };

interface ServerFormat {
  readonly keywords: StructuralSchema;
  /** Options that the server's format has no counterpart for. */
  readonly options?: readonly string[];
}

const serverFormats: ReadonlyMap<string, ServerFormat> = new Map<string, ServerFormat>([
  ["guid", { keywords: { format: "uuid" } }],
  ["url", { keywords: { format: "uri" }, options: ["hostname", "protocol", "normalize"] }],
  ["datetime", { keywords: { format: "date-time" }, options: ["local", "precision"] }],
  ["date", { keywords: { format: "date" } }],
  ["ipv4", { keywords: { format: "ipv4" } }],
  ["ipv6", { keywords: { format: "ipv6" } }],
  ["cidrv4", { keywords: { format: "cidr", pattern: "^[0-9.]+/" } }],
  ["cidrv6", { keywords: { format: "cidr", pattern: ":" } }],
  ["mac", { keywords: { format: "mac" }, options: ["delimiter"] }],
  ["base64", { keywords: { format: "byte" } }],
]);

const insteadOf: ReadonlyMap<string, string> = new Map([
  ["duration", "write k8s.duration(), whose values are like 1h30m"],
  ["time", "write k8s.time() for a point in time, or .regex(/…/)"],
]);

export function readFormat(def: FormatDef): FormatReading {
  switch (def.format) {
    case "regex":
      return def.pattern ? toRe2Pattern(def.pattern) : unknownFormat(def.format);
    case "lowercase":
      return { pattern: "^[^A-Z]*$" };
    case "uppercase":
      return { pattern: "^[^a-z]*$" };
    case "starts_with":
      return { pattern: `^${quotePattern(String(def.prefix))}` };
    case "ends_with":
      return { pattern: `${quotePattern(String(def.suffix))}$` };
    case "includes":
      if (def.position !== undefined) return withoutOption("includes", "position", "write .regex(/…/)");
      return { pattern: quotePattern(String(def.includes)) };
    case "email":
      return def.pattern && def.pattern !== z.regexes.email ? toRe2Pattern(def.pattern) : { format: "email" };
    case "uuid":
      return readUuid(def.version);
    case "hostname":
      return def.pattern === z.regexes.hostname ? { format: "hostname" } : unknownFormat(def.format);
    default:
      return readServerFormat(def);
  }
}

function readServerFormat(def: FormatDef): FormatReading {
  const known = serverFormats.get(def.format);
  if (!known) return unknownFormat(def.format);
  const option = known.options?.find((name) => def[name] !== undefined && def[name] !== null && def[name] !== false);
  if (option === undefined) return known.keywords;
  return withoutOption(`format ${known.keywords.format}`, option, "leave the option out and add .regex(/…/)");
}

function readUuid(version: unknown): FormatReading {
  if (version === undefined) return { format: "uuid" };
  if (version === "v3" || version === "v4" || version === "v5") return { format: `uuid${version.slice(1)}` };
  return withoutOption("format uuid", String(version), "write z.uuid() and add .regex(/…/)");
}

function withoutOption(what: string, option: string, remedy: string): FormatReading {
  return { reason: `the API server's ${what} has no ${option}`, remedy };
}

function unknownFormat(format: string): FormatReading {
  const remedy = insteadOf.get(format) ?? "write z.string().regex(/…/)";
  return { reason: `the API server does not enforce zod's format ${format}`, remedy };
}
