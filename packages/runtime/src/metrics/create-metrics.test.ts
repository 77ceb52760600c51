import assert from "node:assert/strict";
import { test } from "node:test";
import { createJsonLogger, createVirtualClock } from "@pintle/machinery";
import { createMetrics } from "./create-metrics.ts";
import { formatFloat } from "./metric-text.ts";

function createLog() {
  const lines: string[] = [];
  return { lines, logger: createJsonLogger({ write: (line) => void lines.push(line), clock: createVirtualClock() }) };
}

test("metrics are written in the order of their names, series in the order of their labels", () => {
  const metrics = createMetrics();
  const requests = metrics.counter({ name: "requests_total", help: "Requests.", labels: ["verb", "code"] });
  requests.with({ verb: "PUT", code: "200" }).add(2);
  requests.with({ verb: "GET", code: "404" }).add();
  requests.with({ code: "200", verb: "GET" });
  metrics.gauge({ name: "depth", help: "How deep." }).with({}).set(-1.5);
  assert.equal(
    metrics.write(),
    [
      "# HELP depth How deep.",
      "# TYPE depth gauge",
      "depth -1.5",
      "# HELP requests_total Requests.",
      "# TYPE requests_total counter",
      'requests_total{code="200",verb="GET"} 0',
      'requests_total{code="200",verb="PUT"} 2',
      'requests_total{code="404",verb="GET"} 1',
      "",
    ].join("\n"),
  );
  assert.equal(metrics.write(), metrics.write());
});

test("a histogram counts each value in all buckets that are large enough", () => {
  const metrics = createMetrics();
  const took = metrics.histogram({
    name: "took_seconds",
    help: "Time.",
    labels: ["a"],
    buckets: [1e-8, 0.5, 1_000_000],
  });
  for (const value of [0.5, 0.50001, 2e6, 0, Number.NaN]) took.with({ a: "x" }).observe(value);
  assert.equal(
    metrics.write(),
    [
      "# HELP took_seconds Time.",
      "# TYPE took_seconds histogram",
      'took_seconds_bucket{a="x",le="1e-08"} 1',
      'took_seconds_bucket{a="x",le="0.5"} 2',
      'took_seconds_bucket{a="x",le="1e+06"} 3',
      'took_seconds_bucket{a="x",le="+Inf"} 4',
      'took_seconds_sum{a="x"} 2.00000100001e+06',
      'took_seconds_count{a="x"} 4',
      "",
    ].join("\n"),
  );
});

test("what is special in the format is escaped, and what is no character replaced", () => {
  const metrics = createMetrics();
  metrics
    .gauge({ name: "a", help: 'back\\slash\nand "quotes"', labels: ["l"] })
    .with({ l: 'back\\slash\n"\ud800' })
    .set(1);
  assert.equal(
    metrics.write(),
    '# HELP a back\\\\slash\\nand "quotes"\n# TYPE a gauge\na{l="back\\\\slash\\n\\"\ufffd"} 1\n',
  );
});

test("numbers are written as Go writes them", () => {
  const expected: [number, string][] = [
    [0, "0"],
    [21, "21"],
    [123_456, "123456"],
    [1_234_567, "1.234567e+06"],
    [0.0001, "0.0001"],
    [0.00001, "1e-05"],
    [1e-8, "1e-08"],
    [1e21, "1e+21"],
    [1e100, "1e+100"],
    [-2.5, "-2.5"],
    [Number.NaN, "NaN"],
    [Number.POSITIVE_INFINITY, "+Inf"],
    [Number.NEGATIVE_INFINITY, "-Inf"],
  ];
  for (const [value, text] of expected) assert.equal(formatFloat(value), text);
});

test("a metric that is asked for twice is one metric", () => {
  const metrics = createMetrics();
  const options = { name: "a_total", help: "A.", labels: ["x", "y"] as const };
  metrics.counter(options).with({ x: "1", y: "2" }).add();
  metrics
    .counter({ ...options, labels: ["y", "x"] })
    .with({ x: "1", y: "2" })
    .add();
  assert.equal(metrics.counter(options).with({ x: "1", y: "2" }).value, 2);
  assert.equal(metrics.counter(options).with({ x: "1", y: "2" }), metrics.counter(options).with({ y: "2", x: "1" }));
});

test("one name never means two things", () => {
  const metrics = createMetrics();
  metrics.counter({ name: "a", help: "A.", labels: ["x"] });
  const taken = { code: "PINTLE_METRIC_TAKEN" };
  assert.throws(() => metrics.gauge({ name: "a", help: "A.", labels: ["x"] }), taken);
  assert.throws(() => metrics.counter({ name: "a", help: "B.", labels: ["x"] }), taken);
  assert.throws(() => metrics.counter({ name: "a", help: "A.", labels: ["y"] }), taken);
  assert.throws(() => metrics.counter({ name: "a", help: "A." }), taken);
  metrics.histogram({ name: "h", help: "H.", buckets: [1] });
  assert.throws(() => metrics.histogram({ name: "h", help: "H.", buckets: [2] }), taken);
  assert.throws(() => metrics.counter({ name: "h_count", help: "C." }), taken);
  metrics.counter({ name: "i_sum", help: "C." });
  assert.throws(() => metrics.histogram({ name: "i", help: "H.", buckets: [1] }), taken);
  assert.doesNotThrow(() => metrics.counter({ name: "i_bucket", help: "Nothing of a metric that was refused stays." }));
});

test("names, labels and buckets that Prometheus would not take are refused", () => {
  const metrics = createMetrics();
  const invalid = { code: "PINTLE_METRIC_INVALID" };
  for (const name of ["", "1a", "a-b", "a b", "ä", 'a"', "a\n"]) {
    assert.throws(() => metrics.counter({ name, help: "" }), invalid, name);
  }
  for (const label of ["", "1a", "a-b", "a:b", "__name__", "ä"]) {
    assert.throws(() => metrics.counter({ name: "a", help: "", labels: [label] }), invalid, label);
  }
  assert.throws(() => metrics.counter({ name: "a", help: "", labels: ["b", "b"] }), invalid);
  assert.throws(
    () => metrics.counter({ name: "a", help: "", labels: Array.from({ length: 31 }, (_, i) => `l${i}`) }),
    invalid,
  );
  for (const buckets of [[], [1, 1], [2, 1], [Number.NaN], [1, Number.POSITIVE_INFINITY]]) {
    assert.throws(() => metrics.histogram({ name: "a", help: "", buckets }), invalid, String(buckets));
  }
  assert.throws(() => metrics.histogram({ name: "a", help: "", labels: ["le"], buckets: [1] }), invalid);
  assert.equal(metrics.write(), "");
});

test("labels are given completely, and no others", () => {
  const counter = createMetrics().counter<string>({ name: "a", help: "A.", labels: ["x", "toString"] });
  const wrong = { code: "PINTLE_METRIC_LABELS_WRONG" };
  assert.throws(() => counter.with({ x: "1" }), wrong, "what every object inherits is no label");
  assert.throws(() => counter.with({ x: "1", toString: "2", z: "3" }), wrong);
  assert.throws(() => counter.with({ x: 1 as unknown as string, toString: "2" }), wrong);
  counter.with({ x: "1", toString: "2" }).add();
});

test("label values that run into each other belong to different series", () => {
  const counter = createMetrics().counter({ name: "a", help: "A.", labels: ["x", "y"] });
  counter.with({ x: "a", y: "bc" }).add(1);
  counter.with({ x: "ab", y: "c" }).add(2);
  counter.with({ x: "1:a1:b", y: "" }).add(3);
  assert.equal(counter.with({ x: "a", y: "bc" }).value, 1);
  assert.equal(counter.with({ x: "ab", y: "c" }).value, 2);
});

test("a counter never goes down", () => {
  const counter = createMetrics().counter({ name: "a", help: "A." }).with({});
  for (const amount of [-1, Number.NaN]) assert.throws(() => counter.add(amount), { code: "PINTLE_COUNTER_DECREASED" });
  assert.equal(counter.value, 0);
});

test("label values that never end fill neither the memory nor the page, and the page says so", () => {
  const { lines, logger } = createLog();
  const metrics = createMetrics({ logger });
  const counter = metrics.counter({ name: "a_total", help: "A.", labels: ["name"] });
  for (let index = 0; index < 10_005; index += 1) counter.with({ name: `n${index}` }).add();
  counter.with({ name: "n7" }).add();
  const written = metrics.write();
  assert.equal(written.match(/^a_total\{/gm)?.length, 10_000);
  assert.match(written, /^a_total\{name="n7"\} 2$/m);
  assert.match(written, /^pintle_metrics_dropped_series_total\{metric="a_total"\} 5$/m);
  assert.equal(lines.length, 1);
});

test("numbers that are read are read before each writing, until their end", () => {
  const metrics = createMetrics();
  const gauge = metrics.gauge({ name: "a", help: "A." }).with({});
  const reading = metrics.beforeWrite(() => gauge.add(1));
  metrics.write();
  assert.match(metrics.write(), /^a 2$/m);
  reading[Symbol.dispose]();
  assert.match(metrics.write(), /^a 2$/m);
});

test("a number that cannot be read leaves the others as they are, and is logged once", () => {
  const { lines, logger } = createLog();
  const metrics = createMetrics({ logger });
  const gauge = metrics.gauge({ name: "a", help: "A." }).with({});
  metrics.beforeWrite(() => {
    throw new Error("no such file");
  });
  metrics.beforeWrite(() => gauge.add(1));
  metrics.write();
  assert.match(metrics.write(), /^a 2$/m);
  assert.equal(lines.length, 1);
  assert.match(String(lines[0]), /no such file/);
});
