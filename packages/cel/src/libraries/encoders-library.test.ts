/** Encodings and bindings in expressions. Expected results and costs are those of the API server. */
import assert from "node:assert/strict";
import test from "node:test";
import { bindingsLibrary } from "./bindings-library.ts";
import { encodersLibrary } from "./encoders-library.ts";
import { runnerOf } from "./library-fixture.test.ts";

const run = runnerOf([bindingsLibrary, encodersLibrary]);

test("bytes are written in base64 and read from it", () => {
  const cases: readonly (readonly [string, string, number])[] = [
    ["base64.encode(b'hello')", '"aGVsbG8="', 1],
    ["base64.decode('aGVsbG8=')", 'b"\\150\\145\\154\\154\\157"', 1],
    ["base64.decode('aGVsbG8')", 'b"\\150\\145\\154\\154\\157"', 1],
    ["base64.decode('aGVs\\nbG8=')", 'b"\\150\\145\\154\\154\\157"', 1],
    ["base64.decode('')", 'b""', 1],
    ["base64.decode('ab')", 'b"\\151"', 1],
    ["base64.decode('abc')", 'b"\\151\\267"', 1],
  ];
  for (const [source, ...expected] of cases) assert.deepEqual(run(source), expected, source);
});

test("bytes are written in base64 and read from it: what fails says why", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["base64.decode('aGVsbG8!')", "! illegal base64 data at input byte 7"],
    ["base64.decode('a')", "! illegal base64 data at input byte 0"],
    ["base64.decode('aGVsbG8==')", "! illegal base64 data at input byte 7"],
    ["base64.decode('=')", "! illegal base64 data at input byte 0"],
    ["base64.decode('aGVs=bG8')", "! illegal base64 data at input byte 4"],
    ["base64.decode('aG=sbG8=')", "! illegal base64 data at input byte 2"],
  ];
  for (const [source, expected] of cases) assert.equal(run(source)[0], expected, source);
});

test("a value is bound to a name", () => {
  const cases: readonly (readonly [string, string, number])[] = [
    ["cel.bind(a, 'x', a + a)", '"xx"', 3],
    ["cel.bind(x, [1, 2], x.map(y, y + x.size()))", "[3, 4]", 34],
    ["cel.bind(a, 1 / 0, true)", "true", 0],
    ["cel.bind(a, 1, cel.bind(b, a + 1, a + b))", "3", 5],
  ];
  for (const [source, ...expected] of cases) assert.deepEqual(run(source), expected, source);
});
