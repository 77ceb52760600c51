/** The order of keys in YAML: letters behind everything else, numbers by their value. */

const letter = /\p{L}/u;
const digit = /\p{Nd}/u;

export function compareYamlKeys(left: string, right: string): number {
  if (left === right) return 0;
  const [ours, theirs] = [[...left], [...right]];
  const at = ours.findIndex((char, index) => char !== theirs[index]);
  const [own, other] = [ours[at], theirs[at]];
  if (own === undefined || other === undefined) return ours.length - theirs.length;
  const [isLetter, isOtherLetter] = [letter.test(own), letter.test(other)];
  if (isLetter && isOtherLetter) return codeOf(own) - codeOf(other);
  if (isLetter || isOtherLetter) return isOtherLetter ? -1 : 1;
  const start = own === "0" || other === "0" ? leadingDigit(ours, at) : "";
  const [ownDigits, otherDigits] = [digitsFrom(ours, at), digitsFrom(theirs, at)];
  const difference = Number(start + ownDigits) - Number(start + otherDigits);
  return difference || ownDigits.length - otherDigits.length || codeOf(own) - codeOf(other);
}

/** Zeros count behind another digit, and not before the first. */
function leadingDigit(chars: readonly string[], at: number): string {
  for (let index = at - 1; digit.test(chars[index] ?? ""); index -= 1) if (chars[index] !== "0") return "1";
  return "";
}

function digitsFrom(chars: readonly string[], at: number): string {
  let end = at;
  while (digit.test(chars[end] ?? "")) end += 1;
  return chars.slice(at, end).join("");
}

function codeOf(char: string): number {
  return char.codePointAt(0) ?? 0;
}
