import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { createProcessClock } from "@pintle/machinery";
import { createAuthority } from "@pintle/machinery/certificates";
import { processCertificateFiles } from "./certificate-files.ts";
import type { ServingCertificate } from "./certificate-source.ts";
import { certificatesFromFiles } from "./certificates-from-files.ts";

const clock = createProcessClock();
const authority = createAuthority("files", { nowMs: clock.now() });

/** As the kubelet does it: a directory for each state, and a link to the one of now. */
function mount(directory: string, state: string): string {
  const { cert, key } = authority.issue({ commonName: state, names: ["web"], nowMs: clock.now() });
  mkdirSync(join(directory, state));
  writeFileSync(join(directory, state, "tls.crt"), cert);
  writeFileSync(join(directory, state, "tls.key"), key);
  symlinkSync(state, join(directory, "..data_tmp"));
  renameSync(join(directory, "..data_tmp"), join(directory, "..data"));
  return cert;
}

test("a Secret that is mounted is followed from one swap of its link to the next", {
  timeout: 60_000,
}, async (context) => {
  const directory = mkdtempSync(join(tmpdir(), "pintle-certificates-"));
  context.after(() => rmSync(directory, { recursive: true }));
  const first = mount(directory, "..first");
  for (const name of ["tls.crt", "tls.key"]) symlinkSync(join("..data", name), join(directory, name));
  const source = certificatesFromFiles({ clock, directory });
  await source.start();
  assert.equal(source.current().cert, first);
  const changed = Promise.withResolvers<ServingCertificate>();
  source.onChange(changed.resolve);
  const second = mount(directory, "..second");
  assert.equal((await changed.promise).cert, second);
  await source.stop();
});

test("a file that is too large is not read", async (context) => {
  const directory = mkdtempSync(join(tmpdir(), "pintle-certificates-"));
  context.after(() => rmSync(directory, { recursive: true }));
  writeFileSync(join(directory, "tls.crt"), Buffer.alloc(1024 * 1024 + 1));
  await assert.rejects(processCertificateFiles.read(join(directory, "tls.crt")), /more than 1048576 bytes/);
});
