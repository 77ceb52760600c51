/** Why Go does not take a text for a time, in its words. */
import { Buffer } from "node:buffer";

/** The parts of the layouts that are needed, with what stands for them in a text and what their values are at most. */
const parts = [
  { layout: "2006", pattern: /^\d{4}/ },
  { layout: "-" },
  { layout: "01", pattern: /^\d\d/, name: "month", min: 1, max: 12 },
  { layout: "-" },
  // Days are held against their month at the end.
  { layout: "02", pattern: /^\d\d/ },
  { layout: "T" },
  { layout: "15", pattern: /^\d\d?/, name: "hour", min: 0, max: 23 },
  { layout: ":" },
  { layout: "04", pattern: /^\d\d/, name: "minute", min: 0, max: 59 },
  { layout: ":" },
  { layout: "05", pattern: /^\d\d/, name: "second", min: 0, max: 59 },
] as const;

type Layout = "2006-01-02" | "2006-01-02T15:04:05";

/** The text must not be a time of this layout. */
export function explainTime(text: string, layout: Layout): string {
  const shown = quote(text);
  let rest = text;
  for (const part of parts.slice(0, layout === "2006-01-02" ? 5 : undefined)) {
    const isLiteral = !("pattern" in part);
    const found = isLiteral ? (rest.startsWith(part.layout) ? part.layout : undefined) : part.pattern.exec(rest)?.[0];
    if (found === undefined) {
      return `parsing time ${shown} as ${quote(layout)}: cannot parse ${quote(rest)} as ${quote(part.layout)}`;
    }
    rest = rest.slice(found.length);
    if ("name" in part && (Number(found) < part.min || Number(found) > part.max)) {
      return `parsing time ${shown}: ${part.name} out of range`;
    }
    if (part.layout === "05") rest = rest.replace(/^[.,]\d+/, "");
  }
  return rest === "" ? `parsing time ${shown}: day out of range` : `parsing time ${shown}: extra text: ${quote(rest)}`;
}

/** As Go's package of times quotes: whatever is not ASCII, byte by byte. */
function quote(text: string): string {
  const escaped = text.replaceAll(/["\\]|[^ -\x7f]/gu, (sign) => {
    if (sign === '"' || sign === "\\") return `\\${sign}`;
    return Array.from(Buffer.from(sign), (byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("");
  });
  return `"${escaped}"`;
}
