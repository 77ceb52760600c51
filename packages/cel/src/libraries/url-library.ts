/** Kubernetes' URLs: `url(text)`, its parts, and whether a text is one at all. */
import { boolType, listOf, mapOf, opaqueOf, stringType } from "../check/cel-types.ts";
import type { Overload } from "../check/function-declaration.ts";
import { scaleEstimate } from "../cost/estimate-arithmetic.ts";
import { CelEvaluationError } from "../syntax/cel-error.ts";
import { createCelMap } from "../values/cel-map.ts";
import { type CelOpaque, type CelValue, celOpaque } from "../values/cel-value.ts";
import type { CelLibrary } from "./cel-library.ts";
import { declareFunction, globalOverload, memberOverload } from "./declare-function.ts";
import {
  escapedPath,
  formatUrl,
  fromBytes,
  type GoUrl,
  parseRequestUri,
  parseUrl,
  queryParameters,
  UrlParseError,
} from "./go-url.ts";
import { splitHostPort } from "./go-url-host.ts";
import { perCharacter, traversalCosts } from "./library-cost.ts";
import { noSuchOverload } from "./library-values.ts";

const typeName = "kubernetes.URL";
export const urlType = opaqueOf(typeName);

/** A URL as a value of CEL; equal to every other that is written the same. */
export class CelUrl implements CelOpaque {
  readonly [celOpaque] = urlType;
  readonly url: GoUrl;

  constructor(url: GoUrl) {
    this.url = url;
  }

  equals(other: CelOpaque): boolean {
    return other instanceof CelUrl && formatUrl(other.url) === formatUrl(this.url);
  }
}

/** What is wrong with a text as a URL, in Go's words; `undefined` for a good one. */
export function urlProblem(text: string): string | undefined {
  try {
    parseRequestUri(text);
    return undefined;
  } catch (error) {
    if (error instanceof UrlParseError) return error.message;
    throw error;
  }
}

/** Checked as a request's URI first, which requires an absolute one, and parsed anew, because that knows no fragments. */
function parseCelUrl(text: string): CelUrl {
  try {
    parseRequestUri(text);
    return new CelUrl(parseUrl(text));
  } catch (error) {
    if (!(error instanceof UrlParseError)) throw error;
    throw new CelEvaluationError(`URL parse error during conversion from string: ${error.message}`);
  }
}

function getter(id: string, get: (url: GoUrl) => string): Overload {
  return memberOverload(id, [urlType], stringType, ([url]) => get(urlOf(url)));
}

function urlOf(value: CelValue | undefined): GoUrl {
  return value instanceof CelUrl ? value.url : noSuchOverload();
}

export const urlLibrary: CelLibrary = {
  name: "kubernetes.urls",
  types: [urlType],
  equalityCosts: { [typeName]: ({ max }) => scaleEstimate({ min: 1, max }, perCharacter) },
  functions: [
    declareFunction(
      "url",
      globalOverload(
        "string_to_url",
        [stringType],
        urlType,
        ([text]) => parseCelUrl(text as string),
        traversalCosts({ keepsSize: true }),
      ),
    ),
    declareFunction(
      "isURL",
      globalOverload("is_url_string", [stringType], boolType, ([text]) => urlProblem(text as string) === undefined),
    ),
    declareFunction(
      "getScheme",
      getter("url_get_scheme", ({ scheme }) => scheme),
    ),
    declareFunction(
      "getHost",
      getter("url_get_host", ({ host }) => fromBytes(host)),
    ),
    declareFunction(
      "getHostname",
      getter("url_get_hostname", ({ host }) => fromBytes(splitHostPort(host).hostname)),
    ),
    declareFunction(
      "getPort",
      getter("url_get_port", ({ host }) => splitHostPort(host).port),
    ),
    declareFunction("getEscapedPath", getter("url_get_escaped_path", escapedPath)),
    declareFunction(
      "getQuery",
      memberOverload("url_get_query", [urlType], mapOf(stringType, listOf(stringType)), ([url]) =>
        createCelMap(queryParameters(urlOf(url))),
      ),
    ),
  ],
};
