/** Functions on strings in expressions. Expected results and costs are those of the API server. */
import assert from "node:assert/strict";
import test from "node:test";
import { createCelEnvironment } from "../environment.ts";
import { CelEvaluationError } from "../syntax/cel-error.ts";
import { formatValue } from "../values/format-value.ts";
import { kubernetesLibraries } from "./kubernetes-libraries.ts";

const environment = createCelEnvironment({ libraries: kubernetesLibraries("1.36") });

/** The result as CEL writes it, or the message, and the cost. */
function run(source: string): readonly [string, number] {
  try {
    const { value, cost } = environment.compile(source).evaluate({});
    return [formatValue(value), cost];
  } catch (error) {
    if (error instanceof CelEvaluationError) return [`! ${error.message}`, error.cost];
    throw error;
  }
}

test("a text has places and parts", () => {
  const cases: readonly (readonly [string, string, number])[] = [
    ["''.charAt(0)", '""', 1],
    ["''.indexOf('a', 1)", "-1", 0],
    ["''.lastIndexOf(',', 0)", "-1", 0],
    ["''.indexOf('lo w', 0)", "-1", 0],
    ["''.indexOf('o', 0)", "-1", 0],
    ["'a'.lastIndexOf('', 0)", "0", 0],
    ["'a'.indexOf('l', 0)", "-1", 0],
    ["'a'.lastIndexOf('😀')", "-1", 0],
    ["'a'.lastIndexOf('hello world!!')", "-1", 0],
    ["'hello world'.charAt(0)", '"h"', 1],
    ["'hello world'.indexOf('', 0)", "0", 1],
    ["'hello world'.indexOf('l', 0)", "2", 1],
    ["'hello world'.lastIndexOf('😀')", "-1", 1],
    ["'hello world'.indexOf('hello world!!')", "-1", 1],
    ["'hello world'.lastIndexOf('o', 7)", "7", 1],
    ["'héllo wörld'.indexOf('', 0)", "0", 1],
    ["'héllo wörld'.lastIndexOf('l')", "9", 1],
    ["'héllo wörld'.indexOf('😀')", "-1", 1],
    ["'héllo wörld'.lastIndexOf('lo w', 7)", "3", 1],
    ["'héllo wörld'.lastIndexOf('o', 7)", "4", 1],
    ["'😀a😀b'.lastIndexOf('', 0)", "0", 1],
    ["'😀a😀b'.indexOf('l', 0)", "-1", 1],
    ["'😀a😀b'.indexOf('😀', 0)", "0", 1],
    ["'😀a😀b'.lastIndexOf('hello world!!')", "-1", 1],
    ["'aaa'.charAt(0)", '"a"', 1],
    ["'aaa'.indexOf('', 1)", "1", 0],
    ["'aaa'.indexOf('l', 1)", "-1", 0],
    ["'aaa'.lastIndexOf('😀', 0)", "-1", 0],
    ["'aaa'.indexOf('hello world!!', 0)", "-1", 0],
    ["'  x\\t\\n'.charAt(1)", '" "', 1],
    ["'  x\\t\\n'.indexOf('', 1)", "1", 0],
    ["'  x\\t\\n'.lastIndexOf('l', 0)", "-1", 0],
    ["'  x\\t\\n'.indexOf('😀', 0)", "-1", 0],
    ["'  x\\t\\n'.indexOf('hello world!!', 0)", "-1", 0],
    ["'A,b,C,,d'.charAt(1)", '","', 1],
    ["'A,b,C,,d'.lastIndexOf('', 0)", "0", 0],
    ["'A,b,C,,d'.indexOf('l', 0)", "-1", 0],
    ["'A,b,C,,d'.indexOf('😀', 0)", "-1", 0],
    ["'A,b,C,,d'.lastIndexOf('hello world!!')", "-1", 0],
    ["'tacocat'.charAt(0)", '"t"', 1],
    ["'tacocat'.indexOf('', 0)", "0", 0],
    ["'tacocat'.indexOf('l', 0)", "-1", 0],
    ["'tacocat'.lastIndexOf('😀')", "-1", 0],
    ["'tacocat'.indexOf('hello world!!')", "-1", 0],
  ];
  for (const [source, ...expected] of cases) assert.deepEqual(run(source), expected, source);
});

test("a text has places and parts: what fails says why", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["''.charAt(-1)", "! index out of range: -1"],
    ["''.substring(9223372036854775807)", "! index out of range: 9223372036854775807"],
    ["''.substring(3, 3)", "! index out of range: 3"],
    ["''.indexOf('o', -1)", "! index out of range: -1"],
    ["'a'.substring(0, 3)", "! index out of range: 3"],
    ["'a'.indexOf('a', -1)", "! index out of range: -1"],
    ["'a'.lastIndexOf('o', -1)", "! index out of range: -1"],
    ["'hello world'.substring(-1, 99)", "! index out of range: -1"],
    ["'hello world'.indexOf('hello world!!', -1)", "! index out of range: -1"],
    ["'héllo wörld'.substring(-1, 0)", "! index out of range: -1"],
    ["'héllo wörld'.lastIndexOf('😀', -1)", "! index out of range: -1"],
    ["'😀a😀b'.substring(9223372036854775807)", "! index out of range: 9223372036854775807"],
    ["'😀a😀b'.lastIndexOf('a', -1)", "! index out of range: -1"],
    ["'aaa'.charAt(5)", "! index out of range: 5"],
    ["'aaa'.substring(-1, 99)", "! index out of range: -1"],
    ["'aaa'.indexOf('hello world!!', -1)", "! index out of range: -1"],
    ["'  x\\t\\n'.substring(-1, 0)", "! index out of range: -1"],
    ["'  x\\t\\n'.indexOf('😀', -1)", "! index out of range: -1"],
    ["'A,b,C,,d'.substring(0, 99)", "! index out of range: 99"],
    ["'A,b,C,,d'.lastIndexOf('l', -1)", "! index out of range: -1"],
    ["'tacocat'.substring(-1)", "! index out of range: -1"],
    ["'tacocat'.indexOf('a', -1)", "! index out of range: -1"],
  ];
  for (const [source, expected] of cases) assert.equal(run(source)[0], expected, source);
});

test("a text is split, joined and replaced", () => {
  const cases: readonly (readonly [string, string, number])[] = [
    ["''.split('')", "[]", 0],
    ["''.replace('a', 'X')", '""', 0],
    ["''.split('l').join('-')", '""', 0],
    ["''.split(',', -1)", '[""]', 0],
    ["''.split('😀', 0)", "[]", 0],
    ["''.replace('lo w', 'XY', 0)", '""', 0],
    ["''.replace('hello world!!', 'XY', 1)", '""', 0],
    ["''.split('o', 2)", '[""]', 0],
    ["'a'.split('', 7)", '["a"]', 1],
    ["'a'.split('l')", '["a"]', 1],
    ["'a'.replace(',', 'X')", '"a"', 1],
    ["'a'.split('😀').join('-')", '"a"', 2],
    ["'a'.split('lo w', -1)", '["a"]', 1],
    ["'a'.split('hello world!!', 0)", "[]", 1],
    ["'a'.replace('o', 'XY', 0)", '"a"', 1],
    ["'hello world'.replace('', 'XY', 1)", '"XYhello world"', 3],
    ["'hello world'.replace('a', 'XY', 2)", '"hello world"', 3],
    ["'hello world'.split('l', 7)", '["he", "", "o wor", "d"]', 3],
    ["'hello world'.split('😀')", '["hello world"]', 3],
    ["'hello world'.replace('lo w', 'X')", '"helXorld"', 3],
    ["'hello world'.split('hello world!!').join('-')", '"hello world"', 6],
    ["'hello world'.split('o', -1)", '["hell", " w", "rld"]', 3],
    ["'héllo wörld'.split('', 0)", "[]", 3],
    ["'héllo wörld'.split('a', 1)", '["héllo wörld"]', 3],
    ["'héllo wörld'.replace('l', 'XY', 1)", '"héXYlo wörld"', 3],
    ["'héllo wörld'.replace(',', 'XY', 2)", '"héllo wörld"', 3],
    ["'héllo wörld'.split('😀', 7)", '["héllo wörld"]', 3],
    ["'héllo wörld'.split('hello world!!')", '["héllo wörld"]', 3],
    ["'héllo wörld'.replace('o', 'X')", '"héllX wörld"', 3],
    ["'😀a😀b'.split('').join('-')", '"😀-a-😀-b"', 3],
    ["'😀a😀b'.replace('a', 'XY', -1)", '"😀XY😀b"', 1],
    ["'😀a😀b'.split('l', 0)", "[]", 1],
    ["'😀a😀b'.split(',', 1)", '["😀a😀b"]', 1],
    ["'😀a😀b'.replace('😀', 'XY', 1)", '"XYa😀b"', 1],
    ["'😀a😀b'.replace('lo w', 'XY', 2)", '"😀a😀b"', 1],
    ["'😀a😀b'.split('hello world!!', 7)", '["😀a😀b"]', 1],
    ["'aaa'.split('')", '["a", "a", "a"]', 1],
    ["'aaa'.replace('a', '')", '""', 1],
    ["'aaa'.split('l').join('-')", '"aaa"', 2],
    ["'aaa'.replace(',', 'XY', -1)", '"aaa"', 1],
    ["'aaa'.split('😀', 0)", "[]", 1],
    ["'aaa'.split('lo w', 1)", '["aaa"]', 1],
    ["'aaa'.replace('hello world!!', 'XY', 1)", '"aaa"', 1],
    ["'aaa'.replace('o', 'XY', 2)", '"aaa"', 1],
    ["'  x\\t\\n'.replace('', 'XY', 7)", '"XY XY XYxXY\\tXY\\nXY"', 1],
    ["'  x\\t\\n'.split('l')", '["  x\\t\\n"]', 1],
    ["'  x\\t\\n'.replace(',', '')", '"  x\\t\\n"', 1],
    ["'  x\\t\\n'.split('😀').join('-')", '"  x\\t\\n"', 2],
    ["'  x\\t\\n'.replace('lo w', 'XY', -1)", '"  x\\t\\n"', 1],
    ["'  x\\t\\n'.split('hello world!!', 0)", "[]", 1],
    ["'  x\\t\\n'.split('o', 1)", '["  x\\t\\n"]', 1],
    ["'A,b,C,,d'.split('', 2)", '["A", ",b,C,,d"]', 2],
    ["'A,b,C,,d'.replace('a', 'XY', 2)", '"A,b,C,,d"', 2],
    ["'A,b,C,,d'.replace('l', 'XY', 7)", '"A,b,C,,d"', 2],
    ["'A,b,C,,d'.split('😀')", '["A,b,C,,d"]', 2],
    ["'A,b,C,,d'.replace('lo w', '')", '"A,b,C,,d"', 2],
    ["'A,b,C,,d'.split('hello world!!').join('-')", '"A,b,C,,d"', 4],
    ["'A,b,C,,d'.replace('o', 'XY', -1)", '"A,b,C,,d"', 2],
    ["'tacocat'.replace('', 'XY', 0)", '"tacocat"', 2],
    ["'tacocat'.split('a', 1)", '["tacocat"]', 2],
    ["'tacocat'.split('l', 2)", '["tacocat"]', 2],
    ["'tacocat'.replace(',', 'XY', 2)", '"tacocat"', 2],
    ["'tacocat'.replace('😀', 'XY', 7)", '"tacocat"', 2],
    ["'tacocat'.split('hello world!!')", '["tacocat"]', 2],
    ["'tacocat'.replace('o', '')", '"taccat"', 2],
  ];
  for (const [source, ...expected] of cases) assert.deepEqual(run(source), expected, source);
});

test("a text is split, joined and replaced: what fails says why", () => {
  const cases: readonly (readonly [string, string])[] = [["dyn([1]).join()", "! no such overload: join(list)"]];
  for (const [source, expected] of cases) assert.equal(run(source)[0], expected, source);
});

test("a text is trimmed, quoted and changed in case", () => {
  const cases: readonly (readonly [string, string, number])[] = [
    [
      "strings.quote('a\\a\\b\\f\\n\\r\\t\\v\\\\\"é')",
      '"\\"a\\\\a\\\\b\\\\f\\\\n\\\\r\\\\t\\\\v\\\\\\\\\\\\\\"é\\""',
      2,
    ],
    ["''.lowerAscii()", '""', 0],
    ["''.trim()", '""', 0],
    ["strings.quote('').size()", "2", 1],
    ["'a'.lowerAscii()", '"a"', 1],
    ["'a'.trim()", '"a"', 1],
    ["strings.quote('a').size()", "3", 2],
    ["'a'.lowerAscii().upperAscii() == 'X'", "false", 3],
    ["'hello world'.upperAscii()", '"HELLO WORLD"', 2],
    ["strings.quote('hello world')", '"\\"hello world\\""', 2],
    ["'hello world'.lowerAscii().upperAscii() == 'X'", "false", 5],
    ["'héllo wörld'.upperAscii()", '"HéLLO WöRLD"', 2],
    ["strings.quote('héllo wörld')", '"\\"héllo wörld\\""', 2],
    ["strings.quote('héllo wörld').size()", "13", 3],
    ["'😀a😀b'.lowerAscii()", '"😀a😀b"', 1],
    ["'😀a😀b'.trim()", '"😀a😀b"', 1],
    ["strings.quote('😀a😀b').size()", "6", 2],
    ["'aaa'.lowerAscii()", '"aaa"', 1],
    ["'aaa'.trim()", '"aaa"', 1],
    ["strings.quote('aaa')", '"\\"aaa\\""', 1],
    ["'aaa'.lowerAscii().upperAscii() == 'X'", "false", 3],
    ["'  x\\t\\n'.upperAscii()", '"  X\\t\\n"', 1],
    ["strings.quote('  x\\t\\n')", '"\\"  x\\\\t\\\\n\\""', 1],
    ["'  x\\t\\n'.lowerAscii().upperAscii() == 'X'", "false", 3],
    ["'A,b,C,,d'.upperAscii()", '"A,B,C,,D"', 1],
    ["'A,b,C,,d'.trim()", '"A,b,C,,d"', 1],
    ["strings.quote('A,b,C,,d').size()", "10", 2],
    ["'tacocat'.lowerAscii()", '"tacocat"', 1],
    ["'tacocat'.trim()", '"tacocat"', 1],
    ["strings.quote('tacocat').size()", "9", 2],
  ];
  for (const [source, ...expected] of cases) assert.deepEqual(run(source), expected, source);
});
