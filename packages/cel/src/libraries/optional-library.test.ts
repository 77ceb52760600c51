/** Optionals in expressions. Expected results and costs are those of the API server. */
import assert from "node:assert/strict";
import test from "node:test";
import { kubernetesLibraries } from "./kubernetes-libraries.ts";
import { runnerOf } from "./library-fixture.test.ts";

const run = runnerOf(kubernetesLibraries("1.36"));

test("an optional holds a value or none", () => {
  const cases: readonly (readonly [string, string, number])[] = [
    ["isURL('http://example.com/a%20b?x=1&y=2&x=3#frag')", "true", 1],
    ["url('http://example.com/a%20b?x=1&y=2&x=3#frag').getPort()", '""', 6],
    ["isURL('http://h?a=1;b=2&c=%zz&d=1+2&=5&e')", "true", 1],
    ["url('http://h?a=1;b=2&c=%zz&d=1+2&=5&e').getEscapedPath()", '""', 5],
    ["url('http://h/p?').getScheme()", '"http"', 3],
    ["url('http://h/p?').getQuery()", "{}", 3],
    ["url('http://h/p?a?').getHost()", '"h"', 3],
    ["url('http://h/p?a?') == url('http://h/p')", "false", 4],
    ["url('http://h/p?q=%C3%BC&ü=1').getHostname()", '"h"', 4],
    ["url('http://h/p?q=%C3%BC&ü=1') == url('http://h/p?q=%C3%BC&ü=1')", "true", 7],
    ["url('https://a.b/c?d#e?f').getPort()", '""', 3],
    ["'abc123def'.matches('(a)(b)?')", "true", 2],
    ["''.matches('(?P<n>b)')", "false", 2],
    ["'ABCabc'.matches('(?i)ABC')", "true", 2],
    ["'xxaxx'.matches('(a)(b)?')", "true", 2],
    ["optional.of(1).value()", "1", 2],
    ["optional.of(1).optFlatMap(x, optional.of([x]))", "optional.of([1])", 16],
    ["optional.none().orValue(7)", "7", 1],
    ["optional.none().or(optional.none()).hasValue()", "false", 3],
    ["optional.ofNonZeroValue(0).or(optional.of(9))", "optional.of(9)", 2],
    ["optional.ofNonZeroValue(0).optMap(x, x).orValue(dyn('d'))", '"d"', 3],
    ["optional.ofNonZeroValue('').optFlatMap(x, optional.of([x]))", "optional.none()", 3],
    ["optional.ofNonZeroValue([]).optMap(x, x)", "optional.none()", 3],
    ["optional.ofNonZeroValue({})", "optional.none()", 1],
    ["optional.ofNonZeroValue({}).or(optional.none()).hasValue()", "false", 3],
    ["optional.ofNonZeroValue(null).optMap(x, [x])", "optional.none()", 3],
    ["optional.ofNonZeroValue(1.5).hasValue()", "true", 2],
    ["optional.ofNonZeroValue(1.5).or(optional.none()).hasValue()", "true", 2],
    ["optional.ofNonZeroValue(false).optMap(x, x)", "optional.none()", 3],
    ["optional.ofNonZeroValue(duration('0s'))", "optional.none()", 1],
    ["optional.ofNonZeroValue(duration('0s')).or(optional.none()).hasValue()", "false", 3],
    ["optional.ofNonZeroValue(timestamp('0001-01-01T00:00:00Z')).optMap(x, [x])", "optional.none()", 3],
    ["optional.ofNonZeroValue(b'').hasValue()", "false", 2],
    ["optional.ofNonZeroValue(b'').optMap(x, x).orValue(dyn('d'))", '"d"', 3],
    ["optional.ofNonZeroValue(0u).optFlatMap(x, optional.of([x]))", "optional.none()", 3],
    ["optional.ofNonZeroValue(optional.none()).value()", "optional.none()", 3],
    ["{'a': 1}.?a.or(optional.of(9))", "optional.of(1)", 2],
    ["{'a': 1}.?a.optMap(x, x).orValue(dyn('d'))", "1", 8],
    ["{'a': 1}.?b.optMap(x, x)", "optional.none()", 3],
    ["[1][?0]", "optional.of(1)", 2],
    ["[1][?0].optMap(x, x)", "optional.of(1)", 8],
    ["[1][?1]", "optional.none()", 1],
    ["[1][?1].optMap(x, [x])", "optional.none()", 3],
    ["{'a': {'b': 2}}.?a.?b.hasValue()", "true", 4],
    ["{'a': {'b': 2}}.?a.?b.optMap(x, [x])", "optional.of([2])", 20],
    ["{'a': {'b': 2}}.?a.b.hasValue()", "true", 4],
    ["{'a': {'b': 2}}.?a.b.optMap(x, [x])", "optional.of([2])", 20],
    ["{'a': [5]}.?a[0].hasValue()", "true", 4],
    ["{'a': [5]}.?a[0].optMap(x, [x])", "optional.of([5])", 20],
    ["{'a': [5]}.?a[?3].hasValue()", "false", 3],
    ["{'a': [5]}.?a[?3].optFlatMap(x, optional.of([x]))", "optional.none()", 4],
    ["dyn({}).?a.?b.c.orValue(7)", "7", 1],
    ["dyn({}).?a.?b.c.or(optional.none()).hasValue()", "false", 3],
    ["[optional.of(1), optional.none()].unwrapOpt()", "[1]", 13],
  ];
  for (const [source, ...expected] of cases) assert.deepEqual(run(source), expected, source);
});

test("an optional holds a value or none: what fails says why", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["optional.none().value()", "! optional.none() dereference"],
    ["optional.ofNonZeroValue(0).value()", "! optional.none() dereference"],
    ["optional.ofNonZeroValue('').value()", "! optional.none() dereference"],
    ["optional.ofNonZeroValue([]).value()", "! optional.none() dereference"],
    ["optional.ofNonZeroValue({}).value()", "! optional.none() dereference"],
    ["optional.ofNonZeroValue(null).value()", "! optional.none() dereference"],
    ["optional.ofNonZeroValue(false).value()", "! optional.none() dereference"],
    ["optional.ofNonZeroValue(duration('0s')).value()", "! optional.none() dereference"],
    ["optional.ofNonZeroValue(timestamp('0001-01-01T00:00:00Z')).value()", "! optional.none() dereference"],
    ["optional.ofNonZeroValue(b'').value()", "! optional.none() dereference"],
    ["optional.ofNonZeroValue(0u).value()", "! optional.none() dereference"],
    ["{'a': 1}.?b.value()", "! optional.none() dereference"],
    ["[1][?1].value()", "! optional.none() dereference"],
    ["{'a': [5]}.?a[?3].value()", "! optional.none() dereference"],
    ["dyn({}).?a.?b.c.value()", "! optional.none() dereference"],
  ];
  for (const [source, expected] of cases) assert.equal(run(source)[0], expected, source);
});
