/**
 * A server of webhooks in a process of its own: `webhook-program.ts ours`, `echo` or `parse`, the key and certificate in the environment. It says its port,
 * and whenever it is asked how much CPU it has used.
 */
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from "node:http2";
import type { AddressInfo } from "node:net";
import { createConsoleLogger, createProcessClock, defineKind } from "@pintle/machinery";
import { admissionWebhook, type CertificateSource, createWebhookServer, Gate } from "@pintle/runtime";

const { BENCH_CERT: cert = "", BENCH_KEY: key = "" } = process.env;

const Box = defineKind({ group: "example.com", version: "v1", kind: "Box", plural: "boxes", scope: "Namespaced" })<{
  spec: { image: string };
}>();

/** As people write it: the object is read, one field is looked at, nothing is wrong. */
async function startOurs(): Promise<number> {
  const clock = createProcessClock();
  const certificates: CertificateSource = {
    name: "bench",
    problem: undefined,
    start: async () => {},
    current: () => ({ cert, key }),
    onChange: () => ({ [Symbol.dispose]() {} }),
    stop: async () => {},
  };
  const logger = createConsoleLogger({ write: () => {}, clock, level: "error" });
  const server = createWebhookServer({ host: "127.0.0.1", port: 0, certificates, clock, logger });
  server.add(
    admissionWebhook(Box, {
      validate(box, { deny }) {
        if (box.spec.image === "") deny("spec.image", "must not be empty");
      },
    }),
  );
  await server.start({ signal: new AbortController().signal, fence: new Gate() });
  return server.port ?? 0;
}

/** What Node does without us: the bytes go out again as they come in. */
function startEcho(): Promise<number> {
  return listen((request, response) => {
    response.setHeader("content-type", "application/json");
    request.pipe(response);
  });
}

/** The least that whoever has to understand the bytes must do: they are taken in whole, and parsed. */
function startParse(): Promise<number> {
  return listen((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      const { kind, apiVersion, request: asked } = JSON.parse(Buffer.concat(pieces).toString("utf8"));
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ kind, apiVersion, response: { uid: asked.uid, allowed: true } }));
    });
  });
}

async function listen(handle: (request: Http2ServerRequest, response: Http2ServerResponse) => void): Promise<number> {
  const server = createSecureServer({ cert, key, allowHTTP1: true }, handle);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

const starters: Readonly<Record<string, () => Promise<number>>> = {
  ours: startOurs,
  echo: startEcho,
  parse: startParse,
};
const port = await starters[process.argv[2] ?? ""]?.();
process.send?.({ port });
process.on("message", () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuMicros: user + system });
});
process.on("disconnect", () => process.exit());
