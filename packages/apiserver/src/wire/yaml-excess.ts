/**
 * Refuses YAML that would take the parser too long, by a quick look at its characters. YAML is read a hundred times slower than JSON, and by
 * recursion, so that the limit of the body alone does not bound it.
 *
 * What stands in quotes or in blocks counts like the rest: a text may be taken for more than it is, never for less.
 */
import { YamlBodyError } from "./yaml-body-error.ts";

/** More levels than any object has, and fewer than the parser has stack for. */
const maxDepth = 1_000;

/** About two seconds. No object that storage takes comes near. */
const maxWork = 1_000_000;
const workOfNode = 12;
const workOfLine = 2;

export function refuseExcess(text: string): void {
  let depth = 0;
  let work = 0;
  let nestedInLine = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === "\n") {
      work += workOfLine;
      nestedInLine = 0;
    } else if (character === "[" || character === "{") {
      work += workOfNode;
      depth += 1;
    } else if (character === "]" || character === "}") depth = Math.max(depth - 1, 0);
    else if (",&*!".includes(character)) work += workOfNode;
    else if ("-?:".includes(character) && isSpace(text.charAt(at + 1))) {
      work += workOfNode;
      nestedInLine += 1;
    }
    if (depth > maxDepth || nestedInLine > maxDepth) throw new YamlBodyError(`yaml: exceeded max depth of ${maxDepth}`);
    if (work > maxWork) throw new YamlBodyError("yaml: document has too many values");
  }
}

function isSpace(character: string): boolean {
  return character === "" || character === " " || character === "\n" || character === "\r" || character === "\t";
}
