/** Files to and from containers, by the real `tar` of this machine, and by one that lies. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import type { StreamCall } from "./kubelet-like.ts";
import { serveStreams } from "./stream-client.ts";

const pod = { namespace: "shop", name: "web" };
const folder = mkdtempSync(join(tmpdir(), "pintle-copy-"));
after(() => rmSync(folder, { recursive: true }));
const skip = spawnSync("tar", ["--version"]).status === 0 ? false : "tar is not here";

/** Runs the command that was asked for on this machine, as a kubelet would in a container. */
async function runCommand(call: StreamCall): Promise<void> {
  const peer = call.accept("v5.channel.k8s.io");
  const [program = "", ...args] = call.url.searchParams.getAll("command");
  const child = spawn(program, args);
  child.stdout.on("data", (data) => peer.send(1, data));
  child.stderr.on("data", (data) => peer.send(2, data));
  child.stdin.on("error", () => {});
  child.once("close", (code) => {
    const causes = [{ reason: "ExitCode", message: String(code) }];
    const failure = { status: "Failure", reason: "NonZeroExitCode", details: { causes } };
    peer.send(3, JSON.stringify(code === 0 ? { status: "Success" } : failure));
    peer.close();
  });
  for await (const message of peer.messages) {
    if (message[0] === 0) child.stdin.write(message.subarray(1));
    if (message[0] === 255) child.stdin.end();
  }
}

/** Sends an archive that this machine's `tar` made, or any other bytes. */
function sendArchive(archive: Uint8Array): (call: StreamCall) => void {
  return (call) => {
    const peer = call.accept("v5.channel.k8s.io");
    for (let at = 0; at < archive.length; at += 1_000) peer.send(1, archive.subarray(at, at + 1_000));
    peer.send(3, JSON.stringify({ status: "Success" }));
    peer.close();
  };
}

function makeFolder(name: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  return path;
}

/** Everything below a folder: contents of files, targets of links. */
function list(path: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(path, { recursive: true, encoding: "utf8" })
      .toSorted()
      .map((name) => {
        const stats = lstatSync(join(path, name));
        if (stats.isSymbolicLink()) return [name, `→ ${readlinkSync(join(path, name))}`];
        return [name, stats.isDirectory() ? "folder" : readFileSync(join(path, name), "utf8")];
      }),
  );
}

const longName = "ä".repeat(80);

function fill(path: string): void {
  mkdirSync(join(path, "deep", longName), { recursive: true });
  writeFileSync(join(path, "empty"), "");
  writeFileSync(join(path, "big"), "0123456789".repeat(100_000), { mode: 0o755 });
  writeFileSync(join(path, "deep", longName, `${longName}.txt`), "found");
}

describe("files", { skip }, () => {
  test("go into a container as they are, links as links", async () => {
    const from = makeFolder("to-source");
    const there = makeFolder("to-target");
    fill(from);
    symlinkSync("/etc/passwd", join(from, "link"));
    await using here = await serveStreams(runCommand);
    await here.pods.copyTo(pod, { from, to: `${there}/copied` });
    assert.deepEqual(list(join(there, "copied")), list(from));
    assert.equal(lstatSync(join(there, "copied", "big")).mode & 0o777, 0o755);
  });

  test("come out of a container, without the links", async () => {
    const there = makeFolder("from-source");
    const to = join(folder, "from-target");
    fill(there);
    const wanted = list(there);
    symlinkSync("/etc/passwd", join(there, "link"));
    await using here = await serveStreams(runCommand);
    const { skipped } = await here.pods.copyFrom(pod, { from: `${there}/`, to });
    assert.deepEqual(list(to), wanted);
    assert.deepEqual(skipped, ["./from-source/link"]);
    assert.equal(lstatSync(join(to, "big")).mode & 0o777, 0o755);
  });

  test("a single file gets the name that was asked for, both ways", async () => {
    const place = makeFolder("single");
    writeFileSync(join(place, "a"), "one");
    await using here = await serveStreams(runCommand);
    await here.pods.copyTo(pod, { from: join(place, "a"), to: join(place, "b") });
    await here.pods.copyFrom(pod, { from: join(place, "b"), to: join(place, "new/c") });
    assert.equal(readFileSync(join(place, "new/c"), "utf8"), "one");
  });

  test("that are not there are told in the words of tar, or before anything is asked", async () => {
    await using here = await serveStreams(runCommand);
    const to = join(folder, "nothing");
    await assert.rejects(here.pods.copyFrom(pod, { from: "/does/not/exist", to }), /ended with code 2: .*does\/not/s);
    await assert.rejects(here.pods.copyTo(pod, { from: "/does/not/exist", to }), { code: "ENOENT" });
    const from = join(folder, "single-file");
    writeFileSync(from, "x".repeat(5_000_000));
    await assert.rejects(
      here.pods.copyTo(pod, { from, to: "/does/not/exist" }),
      /tar in the container ended with code 2/,
    );
  });
});

describe("an archive from a hostile container", { skip }, () => {
  /** An archive of one entry, by the real tar, under a name of our choice. */
  function archiveOf(name: string, ...extra: string[]): Buffer {
    const source = mkdtempSync(join(folder, "evil-"));
    writeFileSync(join(source, "file"), "evil");
    const transform = `--transform=s|^file$|${name}|`;
    const made = spawnSync("tar", ["cPf", "-", transform, ...extra, "-C", source, "file"]);
    assert.equal(made.status, 0, String(made.stderr));
    return made.stdout;
  }

  for (const name of ["../escaped", "/tmp/escaped", "data/../../escaped", "other/file", "data/..", "data\\\\..\\\\x"]) {
    test(`with ${name} is refused, and nothing is written`, async () => {
      const to = join(mkdtempSync(join(folder, "target-")), "data");
      await using here = await serveStreams(sendArchive(archiveOf(name)));
      await assert.rejects(here.pods.copyFrom(pod, { from: "/data", to }), /outside of what was asked for/);
      assert.equal(lstatSync(to, { throwIfNoEntry: false }), undefined);
    });
  }

  test("is not written through a link that is already there", async () => {
    const target = mkdtempSync(join(folder, "target-"));
    const outside = mkdtempSync(join(folder, "outside-"));
    writeFileSync(join(outside, "kept"), "kept");
    symlinkSync(outside, join(target, "out"));
    symlinkSync(join(outside, "kept"), join(target, "file"));
    for (const name of ["data/out/file", "data/file", "data/out"]) {
      await using here = await serveStreams(sendArchive(archiveOf(name)));
      await assert.rejects(here.pods.copyFrom(pod, { from: "/data", to: target }), /is a link/);
    }
    assert.deepEqual(list(outside), { kept: "kept" });
  });

  test("that is cut off or damaged is an error at any place", async () => {
    const whole = archiveOf("data/file");
    for (const length of [0, 1, 511, 512, 514, 1_023]) {
      await using here = await serveStreams(sendArchive(whole.subarray(0, length)));
      const to = mkdtempSync(join(folder, "cut-"));
      await assert.rejects(here.pods.copyFrom(pod, { from: "/data", to }), /ended in the middle/, String(length));
    }
    const damaged = Buffer.from(whole);
    damaged[3] = 0x7a;
    await using here = await serveStreams(sendArchive(damaged));
    const to = mkdtempSync(join(folder, "damaged-"));
    await assert.rejects(here.pods.copyFrom(pod, { from: "/data", to }), /damaged/);
  });

  test("in the forms of GNU and POSIX is read", async () => {
    const long = `data/${"long/".repeat(30)}file`;
    for (const format of ["gnu", "pax", "ustar"]) {
      await using here = await serveStreams(sendArchive(archiveOf(long, `--format=${format}`)));
      const to = mkdtempSync(join(folder, "format-"));
      await here.pods.copyFrom(pod, { from: "/data", to });
      assert.equal(readFileSync(join(to, "long/".repeat(30), "file"), "utf8"), "evil", format);
    }
  });

  test("of the folder that it starts in has no name before those of its files", async () => {
    for (const from of [".", "./", "/"]) {
      await using here = await serveStreams(sendArchive(archiveOf("./file")));
      const to = mkdtempSync(join(folder, "start-"));
      await here.pods.copyFrom(pod, { from, to });
      assert.deepEqual(list(to), { file: "evil" }, from);
    }
  });

  test("with a second name for a file is copied twice", async () => {
    const source = makeFolder("hard");
    writeFileSync(join(source, "a"), "same");
    spawnSync("ln", [join(source, "a"), join(source, "b")]);
    await using here = await serveStreams(runCommand);
    const to = join(folder, "hard-target");
    await here.pods.copyFrom(pod, { from: source, to });
    assert.deepEqual(list(to), { a: "same", b: "same" });
  });
});
