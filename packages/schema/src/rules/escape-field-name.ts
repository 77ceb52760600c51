/** The names under which CEL knows fields: what is no identifier of CEL, or a word that it keeps for itself, is escaped. */

const reservedWords: ReadonlySet<string> = new Set([
  ...["true", "false", "null", "in", "as", "break", "const", "continue", "else", "for", "function", "if", "import"],
  ...["let", "loop", "package", "namespace", "return", "var", "void", "while"],
]);

const escapes: Readonly<Record<string, string>> = {
  __: "__underscores__",
  ".": "__dot__",
  "-": "__dash__",
  "/": "__slash__",
};

/** `undefined` for names that rules cannot say at all: those with other signs, and those that start with a digit. */
export function escapeFieldName(name: string): string | undefined {
  if (!/^[A-Za-z_./-][A-Za-z0-9_./-]*$/.test(name)) return undefined;
  if (reservedWords.has(name)) return escapeReservedWord(name);
  return name.replace(/__|[./-]/g, (sign) => escapes[sign] ?? sign);
}

/** The name itself where it is no reserved word. */
export function escapeReservedWord(name: string): string {
  return reservedWords.has(name) ? `__${name}__` : name;
}

const unescapes: ReadonlyMap<string, string> = new Map(
  Object.entries(escapes).map(([sign, escaped]) => [escaped.slice(2, -2), sign]),
);

/** The name in the JSON that a name in CEL stands for; `undefined` where it has an escape that is none. */
export function unescapeFieldName(celName: string): string | undefined {
  let isKnown = true;
  const name = celName.replace(/__([^_]+)__/g, (escaped, word: string) => {
    const sign = unescapes.get(word);
    if (sign !== undefined) return sign;
    isKnown &&= reservedWords.has(word) && escaped.length === celName.length;
    return word;
  });
  return isKnown ? name : undefined;
}
