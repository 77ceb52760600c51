/** Tokens, certificates and authorities in files that others rotate while requests go on. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import { authority, createTestMachine, jane, john, otherAuthority } from "./config-fixture.test.ts";
import { FileCredentials } from "./file-credentials.ts";
import { FileTrust } from "./trust-source.ts";

const minuteMs = 60_000;

test("a token is read again each minute, once for all who ask", async () => {
  const { seams, clock, files, reads } = createTestMachine({ files: { "/token": "one" } });
  const credentials = new FileCredentials({ token: { path: "/token" } }, "test", seams);
  const asked = await Promise.all(Array.from({ length: 50 }, () => credentials.get()));
  assert.equal(asked[49]?.authorization, "Bearer one");
  files.set("/token", "two\n");
  await clock.advance(minuteMs - 1);
  assert.equal((await credentials.get()).authorization, "Bearer one");
  assert.equal(reads.length, 1);
  await clock.advance(1);
  assert.equal((await credentials.get()).authorization, "Bearer two");
  assert.equal(reads.length, 2);
});

test("a token that the server refused is read again at once, and one that is long replaced is not missed", async () => {
  const { seams, files, reads } = createTestMachine({ files: { "/token": "one" } });
  const credentials = new FileCredentials({ token: { path: "/token" } }, "test", seams);
  const first = await credentials.get();
  files.set("/token", "two");
  credentials.refuse(first);
  const second = await credentials.get();
  assert.equal(second.authorization, "Bearer two");
  credentials.refuse(first);
  assert.equal(await credentials.get(), second);
  assert.equal(reads.length, 2);
});

test("a file that is gone or empty for a moment does not take the token away", async () => {
  const { seams, clock, files } = createTestMachine({ files: { "/token": "one" } });
  const credentials = new FileCredentials({ token: { path: "/token" } }, "test", seams);
  const first = await credentials.get();
  for (const broken of [undefined, "", "  \n"]) {
    if (broken === undefined) files.delete("/token");
    else files.set("/token", broken);
    await clock.advance(minuteMs);
    assert.equal(await credentials.get(), first);
  }
});

test("a token that stands in for a file is not taken again once the file was read", async () => {
  const { seams, clock, files } = createTestMachine();
  const credentials = new FileCredentials({ token: { path: "/token" }, fallbackToken: "old" }, "test", seams);
  assert.equal((await credentials.get()).authorization, "Bearer old");
  files.set("/token", "new");
  await clock.advance(minuteMs);
  assert.equal((await credentials.get()).authorization, "Bearer new");
  files.delete("/token");
  await clock.advance(minuteMs);
  assert.equal((await credentials.get()).authorization, "Bearer new");
});

test("a refused token whose file is gone is an error that names the file", async () => {
  const { seams, files } = createTestMachine({ files: { "/token": "one" } });
  const credentials = new FileCredentials({ token: { path: "/token" } }, "test", seams);
  credentials.refuse(await credentials.get());
  files.delete("/token");
  await assert.rejects(credentials.get(), {
    name: "CredentialsError",
    message: /^test, token: \/token cannot be read: ENOENT/,
  });
});

test("what is no token is refused without being quoted", async () => {
  for (const token of ["hunter2secret\r\nx-evil: 1", "hunter2 secret", "hünter2secret", ""]) {
    const { seams } = createTestMachine({ files: { "/token": token } });
    const credentials = new FileCredentials({ token: { path: "/token" } }, "test", seams);
    await assert.rejects(credentials.get(), (error: Error) => {
      assert.match(error.message, /^test, token: the token of \/token is (empty|no token)/);
      assert.doesNotMatch(inspect(error), /hunter2|hünter2/);
      return true;
    });
  }
});

const pair = { cert: { path: "/tls.crt" }, key: { path: "/tls.key" } };

test("a certificate is used again only when its key has been replaced too", async () => {
  const { seams, clock, files } = createTestMachine({ files: { "/tls.crt": jane.cert, "/tls.key": jane.key } });
  const credentials = new FileCredentials(pair, "test", seams);
  const first = await credentials.get();
  files.set("/tls.crt", john.cert);
  await clock.advance(minuteMs);
  assert.equal(await credentials.get(), first);
  files.set("/tls.key", john.key);
  await clock.advance(minuteMs);
  const second = await credentials.get();
  assert.equal(second.certificate?.cert, john.cert);
  assert.equal(second.certificate?.key, john.key);
});

test("credentials that did not change stay the same object, so that connections can stay", async () => {
  const { seams, clock } = createTestMachine({ files: { "/tls.crt": jane.cert, "/tls.key": jane.key } });
  const credentials = new FileCredentials(pair, "test", seams);
  const first = await credentials.get();
  await clock.advance(minuteMs);
  assert.equal(await credentials.get(), first);
});

test("who gives up waiting gets the reason of the signal, and the others their credentials", async () => {
  const { seams } = createTestMachine({ files: { "/token": "one" } });
  const credentials = new FileCredentials({ token: { path: "/token" } }, "test", seams);
  const controller = new AbortController();
  const left = credentials.get(controller.signal);
  const stayed = credentials.get();
  controller.abort(new Error("enough"));
  await assert.rejects(left, { message: "enough" });
  assert.equal((await stayed).authorization, "Bearer one");
  await assert.rejects(credentials.get(AbortSignal.abort(new Error("before"))), { message: "before" });
});

test("authorities are those of now, read once for all who ask at the same time", async () => {
  const { seams, files, reads } = createTestMachine({ files: { "/ca.crt": authority.cert } });
  const trust = new FileTrust("/ca.crt", "test, ca.crt", seams);
  await Promise.all([trust.read(), trust.read()]);
  assert.equal(reads.length, 1);
  files.set("/ca.crt", otherAuthority.cert);
  assert.equal(await trust.read(), otherAuthority.cert);
  files.set("/ca.crt", otherAuthority.cert.slice(0, 100));
  assert.equal(await trust.read(), otherAuthority.cert, "half a file does not take away what was good");
});

test("credentials can be copied field by field, as those who open connections do", async () => {
  const { seams } = createTestMachine({ files: { "/token": "one", "/tls.crt": jane.cert, "/tls.key": jane.key } });
  const source = new FileCredentials({ ...pair, token: { path: "/token" } }, "test", seams);
  const { authorization, certificate } = { ...(await source.get()) };
  assert.equal(authorization, "Bearer one");
  assert.deepEqual({ ...certificate }, { cert: jane.cert, key: jane.key });
});

test("printing credentials and their sources shows nothing", async () => {
  const { seams } = createTestMachine({
    files: { "/token": "hunter2secret", "/tls.crt": jane.cert, "/tls.key": jane.key },
  });
  const source = new FileCredentials(
    { ...pair, token: { path: "/token" }, fallbackToken: "hunter2other" },
    "test",
    seams,
  );
  const credentials = await source.get();
  for (const value of [source, credentials, { deep: [credentials] }, { certificate: credentials.certificate }]) {
    const shown = inspect(value, { depth: 20 }) + JSON.stringify(value);
    assert.doesNotMatch(shown, /hunter2|PRIVATE|CERTIFICATE/);
  }
});
