import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { describeFields, describeText } from "./loggable.ts";

test("what JSON cannot hold is put into words", () => {
  assert.deepEqual(
    describeFields({
      big: 12345678901234567890n,
      nan: Number.NaN,
      endless: Number.NEGATIVE_INFINITY,
      action: () => {},
      symbol: Symbol("s"),
      absent: undefined,
      nothing: null,
      date: new Date(0),
      badDate: new Date(Number.NaN),
      bytes: new Uint8Array(12),
      map: new Map([["a", 1]]),
      set: new Set([1, 2]),
      url: new URL("https://example.com/x"),
    }),
    {
      big: "12345678901234567890",
      nan: "NaN",
      endless: "-Infinity",
      action: "[function]",
      symbol: "[symbol]",
      nothing: null,
      date: "1970-01-01T00:00:00.000Z",
      badDate: null,
      bytes: "[12 bytes]",
      map: { a: 1 },
      set: [1, 2],
      url: "https://example.com/x",
    },
  );
});

test("a value that contains itself is cut where it would repeat, and one that merely occurs twice is not", () => {
  const circle: Record<string, unknown> = { name: "circle" };
  circle.self = circle;
  const twice = { name: "twice" };
  assert.deepEqual(describeFields({ circle, list: [twice, twice] }), {
    circle: { name: "circle", self: "[circular]" },
    list: [{ name: "twice" }, { name: "twice" }],
  });
});

test("getters, proxies and toJSON that throw spoil only their own value", () => {
  const hostile = {
    get bad(): never {
      throw new Error("getter");
    },
    good: 1,
  };
  const proxy = new Proxy(
    {},
    {
      ownKeys() {
        throw new Error("trap");
      },
    },
  );
  const toJSON = {
    toJSON() {
      throw new Error("toJSON");
    },
  };
  assert.deepEqual(describeFields({ hostile, proxy, toJSON }), {
    hostile: { bad: "[threw]", good: 1 },
    proxy: "[threw Error: trap]",
    toJSON: "[threw Error: toJSON]",
  });
  assert.deepEqual(describeFields(hostile), { bad: "[threw]", good: 1 });

  const { proxy: revoked, revoke } = Proxy.revocable<Record<string, unknown>>({}, {});
  revoke();
  assert.match(String(describeFields({ revoked }).revoked), /^\[threw TypeError: .*revoked\]$/);
  assert.match(String(describeFields(revoked).fields), /revoked/);
  assert.match(String(describeFields({ error: revoked }).error), /revoked/);
});

test("depth, length and size are bounded, and the result says what was left out", () => {
  let deep: unknown = "bottom";
  for (let level = 0; level < 10_000; level += 1) deep = { deep };
  const described = describeFields({
    deep,
    long: "x".repeat(1_000_000),
    many: Array.from({ length: 1_000 }, (_, index) => index),
    wide: Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`key${index}`, index])),
  });
  assert.match(JSON.stringify(described.deep), /\[too deep\]/);
  assert.match(String(described.long), /^x{8192}… \(991808 more\)$/);
  assert.equal((described.many as unknown[]).at(-1), "… (900 more)");
  assert.equal((described.wide as Record<string, unknown>)["…"], "900 more");
});

test("a line is bounded as a whole, however many values are just within their own bounds", () => {
  const texts = Array.from({ length: 90 }, () => "y".repeat(8_000));
  const size = JSON.stringify(describeFields({ texts, more: { texts }, error: new Error("z".repeat(1e6)) })).length;
  assert.ok(size < 60_000, `the line has ${size} characters`);
});

test("an error within other values keeps message, stack, cause and code", () => {
  const error = Object.assign(new Error("outer", { cause: "inner" }), { code: "ECONNRESET" });
  const { attempts } = describeFields({ attempts: [error] }) as { attempts: Record<string, string>[] };
  assert.deepEqual(
    { ...attempts[0], stack: undefined },
    { message: "outer", stack: undefined, cause: "inner", code: "ECONNRESET" },
  );
  assert.match(attempts[0]?.stack ?? "", /^Error: outer\n/);
});

test("a chain of causes that leads back to its beginning ends, and thrown things need not be errors", () => {
  const circular = new Error("a");
  circular.cause = new Error("b", { cause: circular });
  assert.equal(describeFields({ error: circular }).error, "a: b");
  assert.deepEqual(describeFields({ error: "just a text" }), { error: "just a text" });
  assert.equal(describeFields({ error: new Error("a", { cause: 42 }) }).error, "a: 42");
});

test("a message that quotes its cause is not followed by it again", () => {
  const cause = new Error("connection refused");
  const error = new Error("cannot list: connection refused", { cause });
  assert.equal(describeFields({ error }).error, "cannot list: connection refused");
});

test("whatever is logged becomes plain JSON, without an exception", () => {
  fc.assert(
    fc.property(
      fc.anything({
        withBigInt: true,
        withDate: true,
        withMap: true,
        withSet: true,
        withTypedArray: true,
        withSparseArray: true,
        withNullPrototype: true,
      }),
      (value) => {
        const text = JSON.stringify(describeFields({ value }));
        assert.equal(JSON.stringify(JSON.parse(text)), text);
        describeFields(value as Record<string, unknown>);
      },
    ),
    { numRuns: 1_000 },
  );
});

test("a message that is no text, which the types forbid, does not stop the program", () => {
  assert.equal(describeText(42 as unknown as string), "42");
  assert.equal(describeText(undefined as unknown as string), "undefined");
});
