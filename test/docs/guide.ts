/**
 * A guide as the steps that it has its reader take: files to write, and commands to type.
 *
 * What the text around a fence says counts: the name of a file stands at the end of the line before it; a command goes on until Ctrl-C where a comment
 * says so, and then the text tells what it `says`; one that is refused has a comment with the reason; and a fence of text is what the command
 * before it prints.
 */
import { toldFile } from "../tidy/documents.ts";
import { lineAt } from "../tidy/repository.ts";

export type Step = FileStep | CommandStep;

export interface FileStep {
  readonly type: "file";
  readonly line: number;
  readonly path: string;
  readonly text: string;
}

export interface CommandStep {
  readonly type: "command";
  readonly line: number;
  readonly command: string;
  /** What it says when it is at work, for one that does not end by itself. */
  readonly says?: string;
  readonly isInSecondTerminal: boolean;
  /** What is said against it, for one that fails on purpose. */
  readonly refusal?: string;
  /** What it prints, as far as the guide shows it. */
  readonly shown?: string;
}

interface Fence {
  readonly language: string;
  readonly text: string;
  readonly line: number;
  /** All of the guide that comes before it, and after. */
  readonly before: string;
  readonly after: string;
}

export function stepsOf(guide: string): readonly Step[] {
  const fences = fencesOf(guide);
  return fences.flatMap((fence, index): readonly Step[] => {
    if (fence.language === "sh") return commandsOf(fence, fences[index + 1]);
    if (fence.language === "text") return [];
    const path = toldFile(fence.before);
    if (path === undefined) throw new Error(`line ${fence.line}: nobody says which file this is`);
    return [{ type: "file", line: fence.line, path, text: fence.text }];
  });
}

function fencesOf(guide: string): readonly Fence[] {
  return [...guide.matchAll(/^```(\w+)\n([\s\S]*?)^```\n/gm)].map((match) => ({
    language: match[1] ?? "",
    text: match[2] ?? "",
    line: lineAt(guide, match.index),
    before: guide.slice(0, match.index),
    after: guide.slice(match.index + match[0].length),
  }));
}

function commandsOf(fence: Fence, next: Fence | undefined): readonly CommandStep[] {
  const lines = fence.text.trimEnd().split("\n");
  const shown = next?.language === "text" && next.before.endsWith("```\n\n") ? next.text : undefined;
  return lines.map((text, index) => {
    const [command = "", comment = ""] = text.split(/ {3}# /);
    const isLast = index === lines.length - 1;
    const [, refusal] = /^is refused: (.*)$/.exec(comment) ?? [];
    return {
      ...{ type: "command", line: fence.line + 1 + index, command },
      isInSecondTerminal: /second terminal[^\n]*\n\n$/.test(fence.before),
      ...(comment === "goes on until Ctrl-C" && { says: saying(fence) }),
      ...(refusal !== undefined && { refusal }),
      ...(isLast && shown !== undefined && { shown }),
    };
  });
}

function saying({ after, line }: Fence): string {
  const [, said] = /says `([^`]+)`/.exec(after) ?? [];
  if (said === undefined) throw new Error(`line ${line}: a command goes on, and nobody tells what it says then`);
  return said;
}

/** Whether a command has printed what the guide shows: these lines in this order, whatever the time and addresses are; `...` leaves some out. */
export function hasShown(printed: string, shown: string): boolean {
  const lines = printed.split("\n").map(masked);
  let next = 0;
  return shown
    .trimEnd()
    .split("\n")
    .filter((line) => line !== "...")
    .every((line) => {
      const found = lines.indexOf(masked(line), next);
      next = found + 1;
      return found >= 0;
    });
}

function masked(line: string): string {
  return line
    .replaceAll(/\b\d+(m\d*)?s\b/g, "<time>")
    .replaceAll(/\b\d+\.\d+\.\d+\.\d+\b/g, "<address>")
    .replaceAll(/\s+/g, " ")
    .trim();
}
