/** As many warnings as can ever be told: each has a character at least, and clients are sent that many characters. */
export const maxWarnings = 4_096;

/** Adds warnings that are not there yet: a write that is tried again, or one for many objects, says the same several times. */
export function warnOnce(warnings: string[], texts: readonly string[]): void {
  for (const text of texts) {
    if (warnings.length >= maxWarnings) return;
    if (!warnings.includes(text)) warnings.push(text);
  }
}
