/** Whether a text is as a pattern says, in which `*` stands for any text. In linear time, whatever the pattern. */
export function matchesPattern(pattern: string, text: string): boolean {
  const [first = "", ...rest] = pattern.split("*");
  const last = rest.pop();
  if (last === undefined) return pattern === text;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const piece of rest) {
    const found = text.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
