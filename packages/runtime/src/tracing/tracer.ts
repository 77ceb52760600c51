/**
 * Spans through `@opentelemetry/api`, where a program has it. It is no dependency: whoever traces installs it and sets up an exporter, and
 * nobody else pays for it.
 */

/** Something that takes a while, of which others may be a part. */
export interface Tracer {
  /** Runs the work within a span, which ends when its promise is settled; an error is noted and thrown on. */
  span<Result>(name: string, attributes: SpanAttributes, work: () => Promise<Result>): Promise<Result>;
}

export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** What is used of `@opentelemetry/api`. */
export interface OpenTelemetryApi {
  readonly trace: {
    getTracer(name: string): {
      startActiveSpan<Result>(
        name: string,
        options: { readonly attributes: SpanAttributes },
        work: (span: OpenTelemetrySpan) => Result,
      ): Result;
    };
  };
  readonly SpanStatusCode: { readonly ERROR: number };
}

export interface OpenTelemetrySpan {
  recordException(error: Error | string): void;
  setStatus(status: { readonly code: number; readonly message?: string }): unknown;
  end(): void;
}

const packageName = "@opentelemetry/api";

/** Nothing where the package is not installed. One that is and cannot be loaded is an error: whoever installed it wants to see traces. */
export async function loadTracer(): Promise<Tracer | undefined> {
  let api: OpenTelemetryApi;
  try {
    api = (await import(packageName)) as OpenTelemetryApi;
  } catch (error) {
    if (isNotInstalled(error)) return undefined;
    throw error;
  }
  return createTracer(api);
}

/** As Node says it for modules, for what a bundler has made of them, and for a program that is a single file. */
const missingCodes = ["ERR_MODULE_NOT_FOUND", "MODULE_NOT_FOUND", "ERR_UNKNOWN_BUILTIN_MODULE"];

/** What vite puts in the place of an optional peer that is not there, without a code. */
const absentInVite = /^Could not resolve "@opentelemetry\/api" imported by /;

/** The package itself is missing, not something that it needs or a file of it. */
export function isNotInstalled(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (!("code" in error)) return absentInVite.test(error.message);
  return missingCodes.includes(String(error.code)) && /@opentelemetry\/api(?![\w/])/.test(error.message);
}

export function createTracer({ trace, SpanStatusCode }: OpenTelemetryApi): Tracer {
  const tracer = trace.getTracer("@pintle/runtime");
  return {
    span: (name, attributes, work) =>
      tracer.startActiveSpan(name, { attributes }, async (span) => {
        try {
          return await work();
        } catch (error) {
          const told = error instanceof Error ? error : String(error);
          span.recordException(told);
          span.setStatus({ code: SpanStatusCode.ERROR, message: String(error) });
          throw error;
        } finally {
          span.end();
        }
      }),
  };
}
