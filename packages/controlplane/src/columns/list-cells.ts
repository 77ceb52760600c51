/** Lists in the cells of a Table: the first few items and how many more there are. */

const shownItems = 3;

/** `a,b,c + 2 more...` */
export function formatFirstOf(items: readonly string[], shown = shownItems, separator = ","): string {
  const text = items.slice(0, shown).join(separator);
  return items.length > shown ? `${text} + ${items.length - shown} more...` : text;
}
