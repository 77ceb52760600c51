import assert from "node:assert/strict";
import { test } from "node:test";
import { createTracer, isNotInstalled, loadTracer, type OpenTelemetryApi } from "./tracer.ts";

function recordingApi(): { readonly api: OpenTelemetryApi; readonly told: string[] } {
  const told: string[] = [];
  const api: OpenTelemetryApi = {
    SpanStatusCode: { ERROR: 2 },
    trace: {
      getTracer: (scope) => ({
        startActiveSpan: (name, { attributes }, work) => {
          told.push(`${scope}: ${name} ${JSON.stringify(attributes)}`);
          return work({
            recordException: (error) => void told.push(`exception ${String(error)}`),
            setStatus: ({ code }) => told.push(`status ${code}`),
            end: () => void told.push("end"),
          });
        },
      }),
    },
  };
  return { api, told };
}

test("a span ends when the work is done, and its result is passed on", async () => {
  const { api, told } = recordingApi();
  const result = await createTracer(api).span("Reconcile", { controller: "foobar" }, async () => 42);
  assert.equal(result, 42);
  assert.deepEqual(told, ['@pintle/runtime: Reconcile {"controller":"foobar"}', "end"]);
});

test("an error is noted in the span and thrown on", async () => {
  const { api, told } = recordingApi();
  const failing = createTracer(api).span("Reconcile", {}, () => Promise.reject(new Error("no")));
  await assert.rejects(failing, /no/);
  assert.deepEqual(told.slice(1), ["exception Error: no", "status 2", "end"]);
});

test("without the package there is no tracer", async () => {
  assert.equal(await loadTracer(), undefined);
});

test("only that the package is not there is no error", () => {
  const missing = (message: string, code = "ERR_MODULE_NOT_FOUND") =>
    isNotInstalled(Object.assign(new Error(message), { code }));
  assert.ok(missing("Cannot find package '@opentelemetry/api' imported from /app/tracer.js"));
  assert.ok(missing("Cannot find module '@opentelemetry/api'\nRequire stack:\n- /app/main.cjs", "MODULE_NOT_FOUND"));
  assert.ok(missing("No such built-in module: @opentelemetry/api", "ERR_UNKNOWN_BUILTIN_MODULE"));
  assert.ok(
    isNotInstalled(new Error('Could not resolve "@opentelemetry/api" imported by "@pintle/runtime". Is it installed?')),
  );
  assert.ok(!missing("Cannot find package 'left-pad' imported from /app/node_modules/@opentelemetry/api/index.js"));
  assert.ok(
    !missing("Cannot find module '/app/node_modules/@opentelemetry/api/index.js' imported from /app/tracer.js"),
  );
  assert.ok(!missing("Cannot find package '@opentelemetry/api' imported from /app/tracer.js", "ERR_OTHER"));
  assert.ok(!isNotInstalled(new Error("broken")));
});
