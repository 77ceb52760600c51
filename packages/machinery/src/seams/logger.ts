/**
 * What the framework says about itself goes through this interface; any logger fits behind it.
 *
 * ```ts
 * const fromPino = (pino: Pino): Logger => ({
 *   debug: (message, fields) => pino.debug(fields ?? {}, message),
 *   info: (message, fields) => pino.info(fields ?? {}, message),
 *   warn: (message, fields) => pino.warn(fields ?? {}, message),
 *   error: (message, fields) => pino.error(fields ?? {}, message),
 *   with: (fields) => fromPino(pino.child(fields)),
 * });
 * ```
 */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  /** What was caught goes in as the field `error`; it need not be an Error. */
  error(message: string, fields?: LogFields): void;
  /** A logger that adds these fields to each of its lines. The field `logger` is its name. */
  with(fields: LogFields): Logger;
}

export type LogLevel = "debug" | "info" | "warn" | "error";

/** Any values: what JSON cannot hold is put into words, what looks secret is left out, what is huge is cut. */
export type LogFields = Readonly<Record<string, unknown>>;
