/** A logger that keeps its lines, for tests that look for what was said. */
import type { LogFields, Logger, LogLevel } from "@pintle/machinery";

export interface LogLine {
  readonly level: LogLevel;
  readonly message: string;
  readonly fields: LogFields;
}

export function createLogList(): { readonly logger: Logger; readonly lines: LogLine[] } {
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
