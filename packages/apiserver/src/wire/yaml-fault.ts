/**
 * Says what is wrong with a text that is no YAML in the words of Go's parser, as far as both parsers stumble over the same thing.
 *
 * Go counts lines in its own way: what its scanner refuses is told with the line, what its parser refuses with the one before, and the
 * first line of all is not told.
 */
import { getOwn, type JsonValue, quoteGo } from "@pintle/machinery";
import type { LineCounter, YAMLError } from "yaml";

export interface YamlFaultPlace {
  readonly text: string;
  readonly lines: LineCounter;
  /** Whether the document is a list, of which another item was expected. */
  readonly isList: boolean;
}

export function describeYamlFault(error: YAMLError, place: YamlFaultPlace): string {
  const { by, at, why } = translate(error, place);
  const before = lineAt(at, place) - 1;
  if (before === 0) return `yaml: ${why}`;
  return `yaml: line ${by === "scanner" ? before + 1 : before}: ${why}`;
}

interface Fault {
  readonly by: "scanner" | "parser";
  readonly at: number;
  readonly why: string;
}

type Translate = (error: YAMLError, place: YamlFaultPlace) => Fault;

/** For Go, the end of a text without a line break at its end is on the next line. */
function lineAt(at: number, { text, lines }: YamlFaultPlace): number {
  const isCutOff = at >= text.length && !text.endsWith("\n");
  return lines.linePos(at).line + (isCutOff ? 1 : 0);
}

function translate(error: YAMLError, place: YamlFaultPlace): Fault {
  return translations[error.code]?.(error, place) ?? byScanner(error, "found character that cannot start any token");
}

const translations: Partial<Record<YAMLError["code"], Translate>> = {
  BAD_ALIAS: (error) => byScanner(error, "did not find expected alphabetic or numeric character"),
  BAD_DQ_ESCAPE: (error) =>
    /sequence \\[xuU]/.test(error.message)
      ? byScanner(error, "did not find expected hexdecimal number")
      : byScanner(error, "found unknown escape character"),
  BAD_INDENT: (error, place) => (isOfFlow(error) ? cutOff(error, place) : noMember(error, place)),
  BAD_SCALAR_START: (error) =>
    /flow indicator/.test(error.message)
      ? byParser(error, noContent)
      : byScanner(error, "found character that cannot start any token"),
  BLOCK_AS_IMPLICIT_KEY: (error, place) =>
    /sequence/.test(error.message) ? byParser(error, noKey) : noMapping(error, place),
  BLOCK_IN_FLOW: (error) => byParser(error, "did not find expected ',' or '}'"),
  MISSING_CHAR: describeMissing,
  MULTILINE_IMPLICIT_KEY: (error, place) =>
    place.text.charAt(error.pos[0]) === "-" ? byParser(error, noKey) : noMapping(error, place),
  TAB_AS_INDENT: (error, place) =>
    /[^\s:\-?[{,]\s*$/.test(place.text.slice(0, error.pos[0]))
      ? byScanner(error, "found a tab character that violates indentation")
      : byScanner(error, "found character that cannot start any token"),
  TAG_RESOLVE_FAILED: describeTag,
  UNEXPECTED_TOKEN: describeUnexpected,
};

const noContent = "did not find expected node content";
const noKey = "did not find expected key";

function describeMissing(error: YAMLError, place: YamlFaultPlace): Fault {
  const { message } = error;
  if (/quote/.test(message)) return byScanner(error, "found unexpected end of stream");
  if (/between flow map/.test(message)) return byParser(error, "did not find expected ',' or '}'");
  if (isOfFlow(error)) return cutOff(error, place);
  if (/Implicit map keys/.test(message)) {
    // Noticed when the line with the key is over.
    const end = place.text.indexOf("\n", error.pos[0]);
    return { by: "scanner", at: end < 0 ? place.text.length : end + 1, why: "could not find expected ':'" };
  }
  return noMember(error, place);
}

function describeTag(error: YAMLError): Fault {
  const [value] = /^!!\w+ value contains .*?(?= at line|$)/.exec(error.message) ?? [];
  // Values are looked at when all is parsed, and told without a line.
  if (value !== undefined) return { by: "parser", at: 0, why: value };
  if (/Verbatim/.test(error.message)) return byScanner(error, "did not find the expected '>'");
  return byParser(error, "found undefined tag handle");
}

function describeUnexpected(error: YAMLError, place: YamlFaultPlace): Fault {
  const { message } = error;
  if (/Block scalar header/.test(message)) return byScanner(error, "did not find expected comment or line break");
  if (/on same line with key/.test(message)) {
    return byScanner(error, "block sequence entries are not allowed in this context");
  }
  if (/Unexpected , in flow/.test(message)) return byParser(error, noContent);
  if (/flow-\w+-end/.test(message)) return byParser(error, isBehindValue(error, place) ? noKey : noContent);
  return /scalar/.test(message)
    ? noMember(error, place)
    : byScanner(error, "found character that cannot start any token");
}

function byScanner({ pos }: YAMLError, why: string): Fault {
  return { by: "scanner", at: pos[0], why };
}

function byParser({ pos }: YAMLError, why: string): Fault {
  return { by: "parser", at: pos[0], why };
}

function noMember(error: YAMLError, { isList }: YamlFaultPlace): Fault {
  return byParser(error, isList ? "did not find expected '-' indicator" : noKey);
}

/** A colon where no key can be: Go notices it at the colon and not where the key would begin. */
function noMapping({ pos }: YAMLError, { text }: YamlFaultPlace): Fault {
  const colon = text.slice(pos[0]).search(/:(?=\s|$)/);
  return { by: "scanner", at: pos[0] + Math.max(colon, 0), why: "mapping values are not allowed in this context" };
}

function isOfFlow({ message }: YAMLError): boolean {
  return /^Flow (map|sequence)/.test(message);
}

/** A flow collection without an end. */
function cutOff(error: YAMLError, place: YamlFaultPlace): Fault {
  if (!isBehindValue(error, place)) return byParser(error, noContent);
  return byParser(error, `did not find expected ',' or '${/^Flow map/.test(error.message) ? "}" : "]"}'`);
}

function isBehindValue({ pos }: YAMLError, { text }: YamlFaultPlace): boolean {
  return /[^\s[{,:]\s*$/.test(text.slice(0, pos[0]));
}

/** A decoded value as it would stand in a Go program. */
export function formatGoSyntax(value: JsonValue): string {
  if (value === null) return "interface {}(nil)";
  if (typeof value === "string") return quoteGo(value);
  if (typeof value !== "object") return String(value);
  if (Array.isArray(value)) return `[]interface {}{${value.map(formatGoSyntax).join(", ")}}`;
  const members = Object.keys(value).map((key) => `${quoteGo(key)}:${formatGoSyntax(getOwn(value, key) ?? null)}`);
  return `map[interface {}]interface {}{${members.join(", ")}}`;
}
