/** The digits up to the last that is not zero. A loop, because `/0+$/` takes quadratic time on `000…01`. */
export function trimTrailingZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits.charCodeAt(end - 1) === 48) end -= 1;
  return digits.slice(0, end);
}
