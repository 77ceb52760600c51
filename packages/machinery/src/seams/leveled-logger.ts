/** What all writers of log lines share: levels, and the fields that `with` collects. */
import type { JsonObject } from "../json/json-value.ts";
import { describeFields, describeText } from "./loggable.ts";
import type { LogFields, Logger, LogLevel } from "./logger.ts";

/** A line on its way out: its fields are plain JSON by now, without secrets and bounded in size. */
export interface LogLine {
  readonly level: LogLevel;
  readonly message: string;
  /** Those of `with` first; where a name repeats, the last one counts. */
  readonly fields: JsonObject;
}

const rank: Readonly<Record<LogLevel, number>> = { debug: 0, info: 1, warn: 2, error: 3 };

/** A logger that hands each line of at least the given level to a writer. */
export function createLeveledLogger(lowest: LogLevel, emit: (line: LogLine) => void, base: JsonObject = {}): Logger {
  const at = (level: LogLevel) => (message: string, own?: LogFields) => {
    if (rank[level] < rank[lowest]) return;
    const fields = own === undefined ? base : { ...base, ...describeFields(own) };
    emit({ level, message: describeText(message), fields });
  };
  return {
    debug: at("debug"),
    info: at("info"),
    warn: at("warn"),
    error: at("error"),
    with: (added) => createLeveledLogger(lowest, emit, { ...base, ...describeFields(added) }),
  };
}
