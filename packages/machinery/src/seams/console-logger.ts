/** Log lines for people: time, level, logger, message and fields, apart by tabs; a stack follows indented. */
import { getOwn, type JsonObject, setOwn } from "../json/json-value.ts";
import type { LogWriterOptions } from "./json-logger.ts";
import { createLeveledLogger, type LogLine } from "./leveled-logger.ts";
import type { Logger } from "./logger.ts";
import { escapeControls } from "./terminal-text.ts";

export function createConsoleLogger({ write, clock, level = "info" }: LogWriterOptions): Logger {
  return createLeveledLogger(level, (line) => write(formatConsoleLine(line, clock.now())));
}

function formatConsoleLine({ level, message, fields }: LogLine, nowMs: number): string {
  const name = getOwn(fields, "logger");
  const stack = getOwn(fields, "stacktrace");
  const rest: JsonObject = {};
  for (const key of Object.keys(fields)) {
    const value = getOwn(fields, key);
    if (key !== "logger" && key !== "stacktrace" && value !== undefined) setOwn(rest, key, value);
  }
  const columns = [new Date(nowMs).toISOString(), level.toUpperCase()];
  if (name !== undefined) columns.push(escapeControls(String(name)));
  columns.push(escapeControls(message));
  if (Object.keys(rest).length > 0) columns.push(escapeControls(JSON.stringify(rest)));
  return `${columns.join("\t")}\n${typeof stack === "string" ? indent(stack) : ""}`;
}

/** The only line breaks that are kept. What follows them is indented, so that it cannot pass for a line of the log. */
function indent(stack: string): string {
  return stack
    .split("\n")
    .map((line) => `    ${escapeControls(line)}\n`)
    .join("");
}
