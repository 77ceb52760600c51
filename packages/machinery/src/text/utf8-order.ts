/**
 * The order of strings by their UTF-8 bytes, which is Go's and therefore the order of everything Kubernetes sorts.
 *
 * JavaScript's `<` compares UTF-16 units, where the characters beyond U+FFFF come before U+E000 instead of last.
 */
export function compareUtf8(left: string, right: string): number {
  if (left === right) return 0;
  const shared = Math.min(left.length, right.length);
  for (let index = 0; index < shared; index += 1) {
    const leftUnit = left.charCodeAt(index);
    const rightUnit = right.charCodeAt(index);
    if (leftUnit !== rightUnit) return rank(leftUnit) - rank(rightUnit);
  }
  return left.length - right.length;
}

/** Surrogates (U+D800 to U+DFFF) stand for the characters beyond U+FFFF, so they rank above every other unit. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit;
}
