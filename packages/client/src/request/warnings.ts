/**
 * Warnings that an API server sends beside its answers: "is deprecated, use …". They stand in headers in the form of RFC 7234, with code 299.
 *
 * What is not in that form is left out: a warning must never be the reason why an answer is lost.
 */

/** The texts of all that a server has to say, in order. */
export function parseWarnings(header: string | readonly string[] | undefined): string[] {
  if (header === undefined) return [];
  const texts: string[] = [];
  for (const value of typeof header === "string" ? [header] : header) {
    let rest = value;
    while (rest !== "") {
      const match = warning.exec(rest);
      if (match === null) break;
      const [whole, code, quoted = ""] = match;
      const text = quoted.replace(/\\(.)/g, "$1");
      if (code === "299" && text !== "" && !hasControls(text)) texts.push(text);
      rest = rest.slice(whole.length);
    }
  }
  return texts;
}

/** `code agent "text" "date"`, the date optional, and a comma where another one follows. */
const warning = /^\s*([12]\d\d) [^\s"]+ "((?:[^"\\]|\\.)*)"(?: "[^"]*")?\s*(?:,|$)/;

function hasControls(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for, because they end in terminals.
  return /[\u0000-\u001f\u007f-\u009f]/.test(text);
}

/** So many different texts are remembered; a server that has more to say is heard twice. */
const maxRemembered = 1_000;

/** Tells each text once. That somebody throws on being told must not cost anybody the answer. */
export function createWarningTeller(
  tell: (text: string) => void,
  onError: (error: unknown) => void,
): (texts: readonly string[]) => void {
  const told = new Set<string>();
  return (texts) => {
    for (const text of texts) {
      if (told.has(text)) continue;
      if (told.size === maxRemembered) told.clear();
      told.add(text);
      try {
        tell(text);
      } catch (error) {
        onError(error);
      }
    }
  };
}
