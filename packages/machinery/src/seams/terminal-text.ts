/**
 * Makes text safe for a terminal and for one line: control characters and those that change the direction or the
 * visibility of text are written as escapes, so that a value can neither forge a line nor send commands to the screen.
 */
export function escapeControls(text: string): string {
  if (printableAscii.test(text)) return text;
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    let escaped = "";
    for (let index = 0; index < character.length; index += 1) {
      escaped += `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`;
    }
    return escaped;
  });
}

/** Most lines are this, and the answer comes much sooner than that of the search by Unicode's categories. */
const printableAscii = /^[ -~]*$/;
