import assert from "node:assert/strict";
import { test } from "node:test";
import { createVirtualClock, type Logger } from "@pintle/machinery";
import { createAuthority } from "@pintle/machinery/certificates";
import { createMetrics } from "../../metrics/create-metrics.ts";
import type { CertificateFiles } from "./certificate-files.ts";
import { type CertificatesFromFilesOptions, certificatesFromFiles } from "./certificates-from-files.ts";

const nowMs = Date.UTC(2026, 0, 1);
const authority = createAuthority("files", { nowMs });
const issue = (lifetimeMs = 86_400_000) => authority.issue({ commonName: "web", names: ["web"], nowMs, lifetimeMs });
const directory = "/certs";

/** A directory in memory, whose changes are told when the test says so. */
class MemoryFiles implements CertificateFiles {
  readonly texts = new Map<string, string>();
  readonly watchers = new Set<() => void>();
  canWatch = true;

  put(pair: { readonly cert: string; readonly key: string }): this {
    this.texts.set("/certs/tls.crt", pair.cert);
    this.texts.set("/certs/tls.key", pair.key);
    return this;
  }

  async read(path: string): Promise<string> {
    const text = this.texts.get(path);
    if (text === undefined) throw Object.assign(new Error("no such file"), { code: "ENOENT" });
    return text;
  }

  watch(_directory: string, onChange: () => void): Disposable {
    if (!this.canWatch) throw Object.assign(new Error("too many open files"), { code: "EMFILE" });
    this.watchers.add(onChange);
    return { [Symbol.dispose]: () => void this.watchers.delete(onChange) };
  }

  tell(): void {
    for (const watcher of this.watchers) watcher();
  }
}

function setUp(options: Partial<CertificatesFromFilesOptions> = {}) {
  const clock = createVirtualClock();
  const files = new MemoryFiles();
  const lines: string[] = [];
  const line = (message: string, fields?: object) => void lines.push(`${message} ${JSON.stringify(fields)}`);
  const logger: Logger = { debug: line, info: line, warn: line, error: line, with: () => logger };
  const source = certificatesFromFiles({ clock, directory, files, logger, ...options });
  const changes: string[] = [];
  source.onChange(({ cert }) => changes.push(cert));
  return { clock, files, lines, source, changes };
}

test("a change of the directory is taken at once, and one that nobody told of within 10 seconds", async () => {
  const { clock, files, source, changes } = setUp();
  const [first, second, third] = [issue(), issue(), issue()];
  files.put(first);
  await source.start();
  assert.equal(source.current().cert, first.cert);
  files.put(second).tell();
  await clock.settle();
  assert.equal(source.current().cert, second.cert);
  files.put(third);
  await clock.advance(9_999);
  assert.equal(source.current().cert, second.cert);
  await clock.advance(1);
  assert.equal(source.current().cert, third.cert);
  await clock.advance(60_000);
  assert.deepEqual(
    changes,
    [first, second, third].map(({ cert }) => cert),
    "the same bytes are no change",
  );
  await source.stop();
  assert.deepEqual([clock.alive().timers, files.watchers.size], [[], 0]);
});

test("a certificate is not taken before its key is there too", async () => {
  const { clock, files, lines, source, changes } = setUp();
  const [first, second] = [issue(), issue()];
  files.put(first);
  await source.start();
  files.texts.set("/certs/tls.crt", second.cert);
  files.tell();
  await clock.settle();
  assert.equal(source.current().cert, first.cert);
  assert.equal(source.problem, undefined, "what is shown is still good");
  assert.match(lines.join("\n"), /\/certs\/tls.crt: the key is not that of the certificate/);
  files.put(second).tell();
  await clock.settle();
  assert.deepEqual(changes.at(-1), second.cert);
  await source.stop();
});

test("half a file, an empty one and one that is gone do not take away what is shown, and no key is told", async () => {
  const { clock, files, lines, source } = setUp();
  const first = issue();
  files.put(first);
  await source.start();
  const { cert, key } = issue();
  const bad = [
    { cert: cert.slice(0, 100), key },
    { cert, key: key.slice(0, 100) },
    { cert: "", key: "" },
    { cert: `${cert}-----BEGIN CERTIFICATE-----\ngarbage\n-----END CERTIFICATE-----\n`, key },
  ];
  for (const pair of bad) {
    files.put(pair).tell();
    await clock.settle();
    assert.equal(source.current().cert, first.cert);
  }
  files.texts.clear();
  await clock.advance(10_000);
  assert.equal(source.current().cert, first.cert);
  for (const secret of [first.key, key]) assert.equal(lines.join("\n").includes(secret.slice(30, 60)), false);
  await source.stop();
});

test("a certificate that has expired and is not replaced makes the server unready", async () => {
  const { clock, files, source } = setUp();
  files.put(issue(60_000));
  await source.start();
  files.texts.clear();
  await clock.advance(50_000);
  assert.equal(source.problem, undefined);
  await clock.advance(20_000);
  assert.match(source.problem ?? "", /expired: \/certs\/tls.crt cannot be read: there is no such file/);
  files.put(issue());
  await clock.advance(10_000);
  assert.equal(source.problem, undefined);
  await source.stop();
});

test("files that are missing at the start are an error that names the path and what to do", async () => {
  const { clock, files, source } = setUp();
  await assert.rejects(source.start(), {
    code: "PINTLE_CERTIFICATE_FILES_UNUSABLE",
    message: /^\/certs\/tls.crt cannot be read: there is no such file: mount the Secret/,
  });
  assert.deepEqual([clock.alive().timers, files.watchers.size], [[], 0]);
  files.put(issue());
  await source.start();
  await source.stop();
});

test("where a directory cannot be watched, it is looked at every 10 seconds", async () => {
  const { clock, files, source } = setUp();
  files.canWatch = false;
  files.put(issue());
  await source.start();
  const next = issue();
  files.put(next);
  await clock.advance(10_000);
  assert.equal(source.current().cert, next.cert);
  files.canWatch = true;
  await clock.advance(10_000);
  assert.equal(files.watchers.size, 1, "it is watched as soon as that is possible");
  await source.stop();
});

test("authorities of callers come with it, and have to be some", async () => {
  const { clock, files, source } = setUp({ clientCaName: "ca.crt" });
  files.put(issue()).texts.set("/certs/ca.crt", authority.cert);
  await source.start();
  assert.equal(source.current().clientCa, authority.cert);
  files.texts.set("/certs/ca.crt", "");
  files.tell();
  await clock.settle();
  assert.equal(source.current().clientCa, authority.cert);
  await source.stop();
});

test("reads and failed reads are counted under controller-runtime's names", async () => {
  const metrics = createMetrics();
  const counted = () =>
    metrics
      .write()
      .split("\n")
      .filter((line) => line.startsWith("certwatcher"));
  const { clock, files, source } = setUp({ metrics });
  assert.deepEqual(
    counted().map((line) => line.split(" ")[1]),
    ["0", "0"],
  );
  files.put(issue());
  await source.start();
  files.texts.clear();
  await clock.advance(20_000);
  const expected = ["certwatcher_read_certificate_errors_total 2", "certwatcher_read_certificate_total 3"];
  assert.deepEqual(counted().sort(), expected);
  await source.stop();
});
