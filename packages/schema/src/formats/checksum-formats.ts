/** Numbers of books and of credit cards, with their checksums. */

export function isIsbn10(text: string): boolean {
  const digits = text.replace(/[\t\n\f\r -]+/g, "");
  if (!/^(?:[0-9]{9}X|[0-9]{10})$/.test(digits)) return false;
  const sum = [...digits].reduce(
    (total, digit, index) => total + (index + 1) * (digit === "X" ? 10 : Number(digit)),
    0,
  );
  return sum % 11 === 0;
}

export function isIsbn13(text: string): boolean {
  const digits = text.replace(/[\t\n\f\r -]+/g, "");
  if (!/^[0-9]{13}$/.test(digits)) return false;
  const sum = [...digits].reduce((total, digit, index) => total + (index % 2 === 0 ? 1 : 3) * Number(digit), 0);
  return sum % 10 === 0;
}

const cards =
  /^(?:4[0-9]{12}(?:[0-9]{3})?|5[1-5][0-9]{14}|6(?:011|5[0-9][0-9])[0-9]{12}|3[47][0-9]{13}|3(?:0[0-5]|[68][0-9])[0-9]{11}|(?:2131|1800|35[0-9]{3})[0-9]{11})$/;

/** Whatever is not a digit does not count. */
export function isCreditCard(text: string): boolean {
  const digits = text.replace(/[^0-9]+/g, "");
  if (!cards.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = index % 2 === 0 ? Number(digit) : 2 * Number(digit);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}
