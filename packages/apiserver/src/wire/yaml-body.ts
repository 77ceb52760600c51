/**
 * Reads YAML bodies as the API server does, as version 1.1 without dates: `yes` is a boolean, `0o17` and `1_000` are numbers, `2020-01-01`
 * is text. Only the first document counts. Aliases that multiply and nesting without end are refused in bounded time.
 */
import { Buffer } from "node:buffer";
import { type JsonProblem, type JsonValue, quoteGo } from "@pintle/machinery";
import type { Document, LineCounter, Pair, ScalarTag, Tags } from "yaml";
import { YamlBodyError } from "./yaml-body-error.ts";
import { refuseExcess } from "./yaml-excess.ts";
import { describeYamlFault, formatGoSyntax } from "./yaml-fault.ts";
import { yamlModule } from "./yaml-module.ts";

export interface YamlReading {
  readonly value: JsonValue;
  /** Keys that stand twice. The last of them counts. */
  readonly problems: readonly JsonProblem[];
}

const maxProblems = 100;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what YAML cannot hold.
const controlCharacter = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff]/;

/** Throws a `YamlBodyError` in the words of Go's YAML. */
export function readYaml(text: string): YamlReading {
  if (controlCharacter.test(text)) throw new YamlBodyError("yaml: control characters are not allowed");
  refuseExcess(text);
  const lines = new (yamlModule().LineCounter)();
  const document = parseFirst(text, lines);
  if (document === undefined) return { value: null, problems: [] };
  const [error] = document.errors;
  if (error !== undefined) {
    const isList = yamlModule().isSeq(document.contents);
    throw new YamlBodyError(describeYamlFault(error, { text, lines, isList }));
  }
  refuseAliases(document);
  const problems = findDuplicates(document, lines);
  return { value: toJson(document), problems };
}

function parseFirst(text: string, lines: LineCounter): Document.Parsed | undefined {
  const { Composer, Parser } = yamlModule();
  const composer = new Composer({ version: "1.1", merge: true, uniqueKeys: false, customTags: kubernetesTags });
  try {
    for (const document of composer.compose(new Parser(lines.addNewLine).parse(text), false, text.length)) {
      return document as Document.Parsed;
    }
  } catch (error) {
    if (error instanceof RangeError) throw new YamlBodyError("yaml: exceeded max depth");
    throw error;
  }
  return undefined;
}

/** What is no JSON, and what Kubernetes takes for text or for a plain map or list. */
const strangeTags = ["timestamp", "binary", "set", "omap", "pairs"].map((name) => `tag:yaml.org,2002:${name}`);

/** Dates and base-60 numbers stay text; `0o17` is an integer although it is of YAML 1.2. */
function kubernetesTags(tags: Tags): Tags {
  const isKept = (tag: Tags[number]) =>
    typeof tag === "string" || !(strangeTags.includes(tag.tag) || ("format" in tag && tag.format === "TIME"));
  return [octal, longInteger, binary, ...tags.filter(isKept)];
}

/** Text in base64, which may hold what YAML cannot. */
const binary: ScalarTag = {
  tag: "tag:yaml.org,2002:binary",
  identify: () => false,
  resolve: (text, onError) => {
    const digits = text.replaceAll(/\s/g, "");
    const isBase64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(digits);
    if (!isBase64) onError("!!binary value contains invalid base64 data");
    return Buffer.from(digits, "base64").toString();
  },
};

/** Whole numbers of 64 bits stay exact, as they do in JSON; longer ones are floats. */
const longInteger: ScalarTag = {
  tag: "tag:yaml.org,2002:int",
  default: true,
  test: /^[-+]?[1-9][0-9]{15,}$/,
  identify: () => false,
  resolve: (text) => {
    const value = BigInt(text.replace(/^\+/, ""));
    const isExact = BigInt.asIntN(64, value) === value && !Number.isSafeInteger(Number(value));
    return isExact ? value : Number(value);
  },
};

const octal: ScalarTag = {
  tag: "tag:yaml.org,2002:int",
  default: true,
  format: "OCT",
  test: /^[-+]?0o[0-7_]+$/,
  identify: () => false,
  resolve: (text) => {
    const digits = text.replace(/^[-+]?0o|_/g, "");
    const value = Number.parseInt(digits, 8);
    return text.startsWith("-") ? -value : value;
  },
};

function toJson(document: Document.Parsed): JsonValue {
  try {
    return document.toJS({ maxAliasCount: 1_000 }) as JsonValue;
  } catch (error) {
    if (error instanceof ReferenceError && /alias/i.test(error.message)) {
      const [, anchor] = /^Unresolved alias.*: (.*)$/.exec(error.message) ?? [];
      const isBomb = anchor === undefined;
      throw new YamlBodyError(
        isBomb ? "yaml: document contains excessive aliasing" : `yaml: unknown anchor '${anchor}' referenced`,
      );
    }
    if (error instanceof Error && /^Merge sources/.test(error.message)) {
      throw new YamlBodyError("yaml: map merge requires map or sequence of maps as the value");
    }
    if (error instanceof RangeError) throw new YamlBodyError("yaml: exceeded max depth");
    throw error;
  }
}

/** Each alias is looked up from the beginning of the document, so that their number and its size multiply. */
const maxLookups = 5_000_000;

function refuseAliases(document: Document.Parsed): void {
  const { isCollection, visit } = yamlModule();
  let nodes = 0;
  let aliases = 0;
  visit(document, {
    Node: () => {
      nodes += 1;
    },
    Alias(_, { source }, path) {
      nodes += 1;
      aliases += 1;
      if (!path.some((node) => isCollection(node) && node.anchor === source)) return;
      throw new YamlBodyError(`yaml: anchor '${source}' value contains itself`);
    },
  });
  if (aliases * nodes > maxLookups) throw new YamlBodyError("yaml: document contains excessive aliasing");
}

function findDuplicates(document: Document.Parsed, lines: LineCounter): JsonProblem[] {
  const { isCollection, isNode, isScalar, visit } = yamlModule();
  const problems: JsonProblem[] = [];
  visit(document, {
    Map(_, map) {
      const seen = new Set<unknown>();
      for (const { key, value } of map.items as Pair[]) {
        if (isCollection(key)) throw new YamlBodyError(`yaml: invalid map key: ${formatGoSyntax(key.toJS(document))}`);
        if (!isScalar(key)) continue;
        if (seen.has(key.value) && problems.length < maxProblems) {
          const shown = typeof key.value === "string" ? quoteGo(key.value) : String(key.value);
          // The line is that of the value.
          const at = (isNode(value) ? value.range : key.range)?.[0] ?? 0;
          const message = `line ${lines.linePos(at).line}: key ${shown} already set in map`;
          problems.push({ type: "duplicate field", path: String(key.value), message });
        }
        seen.add(key.value);
      }
    },
  });
  return problems;
}
