/** Log lines as JSON, one object a line, under the names that controller-runtime writes: level, ts, logger, msg. */
import { getOwn, type JsonObject, setOwn } from "../json/json-value.ts";
import type { Clock } from "./clock.ts";
import { createLeveledLogger, type LogLine } from "./leveled-logger.ts";
import type { Logger, LogLevel } from "./logger.ts";
import { escapeControls } from "./terminal-text.ts";

export interface LogWriterOptions {
  /** Receives each line with its line break. It is called while the program logs and should not throw. */
  readonly write: (line: string) => void;
  readonly clock: Pick<Clock, "now">;
  /** The lowest level that is written: `info` unless told otherwise. */
  readonly level?: LogLevel;
}

export function createJsonLogger({ write, clock, level = "info" }: LogWriterOptions): Logger {
  return createLeveledLogger(level, (line) => write(formatJsonLine(line, clock.now())));
}

function formatJsonLine({ level, message, fields }: LogLine, nowMs: number): string {
  const line: JsonObject = { level, ts: new Date(nowMs).toISOString() };
  const name = getOwn(fields, "logger");
  if (name !== undefined) line.logger = name;
  line.msg = message;
  // A field that is called like one of ours is kept under another name: a repeated key would hide one of the two.
  for (const key of Object.keys(fields)) {
    const value = getOwn(fields, key);
    if (key !== "logger" && value !== undefined) setOwn(line, Object.hasOwn(line, key) ? `${key}_` : key, value);
  }
  return `${escapeControls(JSON.stringify(line))}\n`;
}
