/** A logger that keeps its lines, for tests that look for what was said and for failures that tell what went before them. */
import type { LogFields, Logger, LogLevel } from "./logger.ts";

export interface LogLine {
  readonly level: LogLevel;
  readonly message: string;
  readonly fields: LogFields;
}

export interface LogList {
  readonly logger: Logger;
  /** In the order in which they were written. */
  readonly lines: readonly LogLine[];
}

export function createLogList(): LogList {
  const lines: LogLine[] = [];
  const loggerWith = (base: LogFields): Logger => {
    const at =
      (level: LogLevel) =>
      (message: string, fields: LogFields = {}) =>
        void lines.push({ level, message, fields: { ...base, ...fields } });
    return {
      ...{ debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") },
      with: (fields) => loggerWith({ ...base, ...fields }),
    };
  };
  return { logger: loggerWith({}), lines };
}
