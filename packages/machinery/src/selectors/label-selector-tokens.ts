/** Cuts the text of a label selector into tokens, in linear time and by the very rules of upstream's lexer. */
export interface LabelSelectorToken {
  readonly type: "identifier" | "keyword" | "symbol" | "end";
  /** Empty for the end. */
  readonly text: string;
}

const keywords = ["in", "notin"];
const symbols = "=!(),<>";
const blanks = " \t\r\n";
const nul = "\0";

/** The tokens, the last of which is the end. */
export function scanLabelSelector(text: string): LabelSelectorToken[] {
  const tokens: LabelSelectorToken[] = [];
  let at = 0;
  for (;;) {
    while (at < text.length && blanks.includes(text.charAt(at))) at++;
    if (at === text.length || text.charAt(at) === nul) break;
    const token = readToken(text, at);
    tokens.push(token);
    at += token.text.length;
    // Upstream takes a NUL for the end of the text; behind a token it merely ends the token.
    if (text.charAt(at) === nul) at++;
  }
  tokens.push({ type: "end", text: "" });
  return tokens;
}

function readToken(text: string, start: number): LabelSelectorToken {
  const first = text.charAt(start);
  if (symbols.includes(first)) {
    const isPair = (first === "=" || first === "!") && text.charAt(start + 1) === "=";
    return { type: "symbol", text: isPair ? `${first}=` : first };
  }
  let end = start;
  while (end < text.length && !endsIdentifier(text.charAt(end))) end++;
  const word = text.slice(start, end);
  return { type: keywords.includes(word) ? "keyword" : "identifier", text: word };
}

function endsIdentifier(character: string): boolean {
  return symbols.includes(character) || blanks.includes(character) || character === nul;
}
