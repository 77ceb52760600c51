/** Takes away what Go counts as white space at both ends: NEL is, the byte order mark is not. */
const isSpace = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;

export function trimGoSpace(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace.test(text.charAt(start))) start += 1;
  while (end > start && isSpace.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
