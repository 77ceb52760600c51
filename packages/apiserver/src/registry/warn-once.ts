/** Adds warnings that are not there yet: a write that is tried again, or one for many objects, says the same several times. */
export function warnOnce(warnings: string[], ...texts: readonly string[]): void {
  for (const text of texts) if (!warnings.includes(text)) warnings.push(text);
}
