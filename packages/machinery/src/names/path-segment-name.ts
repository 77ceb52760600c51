/**
 * Names that stand in a URL as they are: `..` would climb out of a namespace, `/` and `%` could smuggle in further segments.
 *
 * As upstream, neither emptiness nor length is looked at here: kinds with such names have rules of their own for those.
 */
export function validatePathSegmentName(value: string): string[] {
  return value === "." || value === ".." ? [`may not be '${value}'`] : validatePathSegmentPrefix(value);
}

/** The start of a name to which something will be added, so that `..` alone does no harm. */
export function validatePathSegmentPrefix(value: string): string[] {
  return ["/", "%"].filter((part) => value.includes(part)).map((part) => `may not contain '${part}'`);
}
