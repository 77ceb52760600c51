import assert from "node:assert/strict";
import { test } from "node:test";
import { mask } from "./mask.ts";

const entry = (manager: string, operation: string) => ({ manager, operation, apiVersion: "v1" });

test("managers are in an order that does not depend on when they wrote", () => {
  const masked = mask(
    { managedFields: [entry("a", "Apply"), entry("c", "Update"), entry("b", "Update"), entry("b", "Apply")] },
    "ns",
  );
  assert.deepEqual(masked.managedFields, [
    entry("a", "Apply"),
    entry("b", "Apply"),
    entry("b", "Update"),
    entry("c", "Update"),
  ]);
});

test("uids and times of the server are masked, those that a sequence writes stay", () => {
  const written = { uid: "22222222-1111-4111-8111-111111111111", since: "2001-01-01T00:00:00.000000Z" };
  assert.deepEqual(mask(written, "ns"), written);
  assert.deepEqual(mask({ uid: "5d0f3b1e-93b5-4cd4-9d0e-3b1f2d6a7c11", since: "2026-01-01T00:00:00Z" }, "ns"), {
    uid: "<uuid>",
    since: "<time>",
  });
});

test("a Table keeps its words and loses its ages", () => {
  const table = {
    kind: "Table",
    columnDefinitions: ["Name", "Restarts", "Port(s)", "Age"].map((name) => ({ name, type: "string" })),
    rows: [
      { cells: ["5s", "3 (2m5s ago)", "80:31234/TCP,81:30000/UDP", "3d4h"] },
      { cells: ["b", 0, "80/TCP", "<unknown>"] },
    ],
  };
  assert.deepEqual(
    mask(table, "ns").rows.map(({ cells }: { cells: unknown[] }) => cells),
    [
      ["5s", "3 (<age> ago)", "80:<nodePort>/TCP,81:<nodePort>/UDP", "<age>"],
      ["b", 0, "80/TCP", "<unknown>"],
    ],
  );
});

test("a running Job's duration is masked, a complete one's stays", () => {
  const table = {
    kind: "Table",
    columnDefinitions: [{ name: "Status" }, { name: "Duration" }],
    rows: [{ cells: ["Running", "5s"] }, { cells: ["Complete", "2m5s"] }, { cells: ["Running", ""] }],
  };
  assert.deepEqual(
    mask(table, "ns").rows.map(({ cells }: { cells: unknown[] }) => cells[1]),
    ["<age>", "2m5s", ""],
  );
});

test("an age that has no column is masked", () => {
  const table = { kind: "Table", columnDefinitions: [{ name: "Name" }], rows: [{ cells: ["5s", "1s"] }] };
  assert.deepEqual(mask(table, "ns").rows, [{ cells: ["5s", "<age>"] }]);
});

test("a generated name keeps its prefix", () => {
  assert.deepEqual(mask({ metadata: { generateName: "a-", name: "a-x7k2p" } }, "ns"), {
    metadata: { generateName: "a-", name: "a-<suffix>" },
  });
});

test("a token, a cluster IP, the namespace and versions in quoted objects are masked in texts", () => {
  assert.equal(mask("eyJhbGciOi.eyJhdWQi.c2ln at 10.0.0.12 in ns-1", "ns-1"), "<token> at <cluster IP> in {ns}");
  assert.equal(mask('{\\"resourceVersion\\":\\"42\\"}', "ns"), '{\\"resourceVersion\\":\\"<resourceVersion>\\"}');
});
