/** Users with tokens, from a file as kube-apiserver reads it: CSV with a token, a name, a uid, and maybe groups in one field. */
import type { UserInfo } from "@pintle/controlplane";
import { readNamedFile, refuseFile } from "./read-named-file.ts";

const flag = "--token-auth-file";
const remedy = 'write token,user,uid,"group1,group2"';

export function readTokenFile(path: string): ReadonlyMap<string, UserInfo> {
  const users = new Map<string, UserInfo>();
  for (const { fields, line } of readRecords(path, readNamedFile(flag, path))) {
    const [token = "", name = "", uid, groups] = fields;
    if (uid === undefined) {
      const count = fields.length === 1 ? "1 column" : `${fields.length} columns`;
      throw refuseFile(flag, path, `line ${line} has ${count}, ${remedy}`);
    }
    // Nobody has the token that is none.
    if (token === "") continue;
    users.set(token, { name, uid, groups: groups === undefined ? [] : groups.split(",") });
  }
  return users;
}

interface CsvRecord {
  readonly fields: readonly string[];
  /** Where it begins. */
  readonly line: number;
}

/** Fields in quotes may hold commas, line breaks and, doubled, quotes. Empty lines are none. */
function readRecords(path: string, text: string): CsvRecord[] {
  const records: CsvRecord[] = [];
  let at = 0;
  let line = 1;
  while (at < text.length) {
    const start = line;
    const fields: string[] = [];
    for (;;) {
      const field = text[at] === '"' ? readQuoted(text, at) : readBare(text, at);
      if (typeof field === "string") throw refuseFile(flag, path, `line ${start} ${field}, ${remedy}`);
      fields.push(field.value);
      line += field.value.split("\n").length - 1;
      at = field.end;
      if (text[at] !== ",") break;
      at += 1;
    }
    at += text.startsWith("\r\n", at) ? 2 : 1;
    line += 1;
    if (fields.length > 1 || fields[0] !== "") records.push({ fields, line: start });
  }
  return records;
}

interface Field {
  readonly value: string;
  readonly end: number;
}

function readBare(text: string, at: number): Field | string {
  let end = at;
  while (end < text.length && text[end] !== "," && text[end] !== "\n" && !text.startsWith("\r\n", end)) end += 1;
  const value = text.slice(at, end);
  return value.includes('"') ? 'has a " inside a field that is not in quotes' : { value, end };
}

function readQuoted(text: string, at: number): Field | string {
  let end = at + 1;
  while (end < text.length && !(text[end] === '"' && text[end + 1] !== '"')) end += text[end] === '"' ? 2 : 1;
  if (end >= text.length) return 'has a " that is never closed';
  const value = text.slice(at + 1, end).replaceAll('""', '"');
  const after = text[end + 1];
  const isEnd = after === undefined || after === "," || after === "\n" || after === "\r";
  return isEnd ? { value, end: end + 1 } : 'has something behind a closing "';
}
