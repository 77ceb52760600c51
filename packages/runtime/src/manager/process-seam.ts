/** What a manager needs of the process that it runs in, so that tests can be that process. */

export interface ProcessSeam {
  on(event: "SIGINT" | "SIGTERM", listener: () => void): unknown;
  on(event: "uncaughtException", listener: (error: Error) => void): unknown;
  on(event: "unhandledRejection", listener: (reason: unknown) => void): unknown;
  off(event: "uncaughtException" | "unhandledRejection", listener: (error: Error) => void): unknown;
  exit(code: number): void;
}
