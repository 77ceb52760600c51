/** The plural of a kind in lower case, as English makes it: `modelboxes`, `policies`, `gateways`. Other plurals are declared. */
export function pluralOf(kind: string): string {
  const singular = kind.toLowerCase();
  if (/[^aeiou]y$/.test(singular)) return `${singular.slice(0, -1)}ies`;
  return /(s|x|z|ch|sh)$/.test(singular) ? `${singular}es` : `${singular}s`;
}
