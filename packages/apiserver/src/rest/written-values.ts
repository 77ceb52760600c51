/**
 * The values of a JSON patch as they were written, for messages that quote the patched object: there a key that stands twice in a value
 * still does.
 */
import { JsonScanner } from "../wire/json/json-scanner.ts";

/** The text of each operation's value without spaces; `undefined` where an operation has none. `text` is a list of objects in JSON. */
export function writtenValues(text: string): (string | undefined)[] {
  const scanner = new JsonScanner(text);
  const values: (string | undefined)[] = [];
  eachMember(scanner, "]", () => {
    let value: string | undefined;
    if (scanner.peek() !== "{") scanner.skipValue(1);
    else {
      eachMember(scanner, "}", () => {
        const start = scanner.at;
        scanner.skipKey();
        const key: unknown = JSON.parse(text.slice(start, text.lastIndexOf(":", scanner.at)));
        scanner.peek();
        const valueStart = scanner.at;
        scanner.skipValue(2);
        if (key === "value") value = withoutSpaces(text.slice(valueStart, scanner.at));
      });
    }
    values.push(value);
  });
  return values;
}

/** Calls for each member of the list or object at which the scanner stands, and steps behind its end. */
function eachMember(scanner: JsonScanner, end: "]" | "}", read: () => void): void {
  scanner.peek();
  scanner.at += 1;
  while (scanner.peek() !== end) {
    read();
    if (scanner.peek() === ",") scanner.at += 1;
  }
  scanner.at += 1;
}

function withoutSpaces(json: string): string {
  return json.replaceAll(/("(?:[^"\\]|\\.)*")|\s+/g, "$1");
}
