/** Patterns in expressions. Expected results and costs are those of the API server. */
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

test("a pattern finds texts", () => {
  const cases: readonly (readonly [string, string, number])[] = [
    ["'abc123def'.find('[a-z]+')", '"abc"', 2],
    ["'abc123def'.find('a*')", '"a"', 1],
    ["'abc123def'.findAll('(a)(b)?')", '["ab"]', 2],
    ["'abc123def'.findAll('')", '["", "", "", "", "", "", "", "", "", ""]', 0],
    ["'abc123def'.findAll('\\\\d+', 0)", "[]", 1],
    ["'abc123def'.findAll('^x', 1)", "[]", 1],
    ["'abc123def'.findAll('(?i)ABC', 1)", '["abc"]', 2],
    ["'abc123def'.findAll('[[:alpha:]]', 2)", '["a", "b"]', 3],
    ["'abc123def'.findAll('\\\\pL+', 2)", '["abc", "def"]', 1],
    ["'abc123def'.findAll('x*', -3)", '["", "", "", "", "", "", "", "", "", ""]', 1],
    ["''.find('[a-z]+')", '""', 2],
    ["''.find('a*')", '""', 1],
    ["''.findAll('(a)(b)?')", "[]", 2],
    ["''.findAll('')", '[""]', 0],
    ["''.findAll('\\\\d+', 0)", "[]", 1],
    ["''.findAll('^x', 1)", "[]", 1],
    ["''.findAll('(?i)ABC', 1)", "[]", 2],
    ["''.findAll('[[:alpha:]]', 2)", "[]", 3],
    ["''.findAll('\\\\pL+', 2)", "[]", 1],
    ["''.findAll('x*', -3)", '[""]', 1],
    ["'baaac'.find('[a-z]+')", '"baaac"', 2],
    ["'baaac'.find('a*')", '""', 1],
    ["'baaac'.findAll('(a)(b)?')", '["a", "a", "a"]', 2],
    ["'baaac'.findAll('')", '["", "", "", "", "", ""]', 0],
    ["'baaac'.findAll('\\\\d+', 0)", "[]", 1],
    ["'baaac'.findAll('^x', 1)", "[]", 1],
    ["'baaac'.findAll('(?i)ABC', 1)", "[]", 2],
    ["'baaac'.findAll('[[:alpha:]]', 2)", '["b", "a"]', 3],
    ["'baaac'.findAll('\\\\pL+', 2)", '["baaac"]', 1],
    ["'baaac'.findAll('x*', -3)", '["", "", "", "", "", ""]', 1],
    ["'ABCabc'.find('[a-z]+')", '"abc"', 2],
    ["'ABCabc'.find('a*')", '""', 1],
    ["'ABCabc'.findAll('(a)(b)?')", '["ab"]', 2],
    ["'ABCabc'.findAll('')", '["", "", "", "", "", "", ""]', 0],
    ["'ABCabc'.findAll('\\\\d+', 0)", "[]", 1],
    ["'ABCabc'.findAll('^x', 1)", "[]", 1],
    ["'ABCabc'.findAll('(?i)ABC', 1)", '["ABC"]', 2],
    ["'ABCabc'.findAll('[[:alpha:]]', 2)", '["A", "B"]', 3],
    ["'ABCabc'.findAll('\\\\pL+', 2)", '["ABCabc"]', 1],
    ["'ABCabc'.findAll('x*', -3)", '["", "", "", "", "", "", ""]', 1],
    ["'éàü x'.find('[a-z]+')", '"x"', 2],
    ["'éàü x'.find('a*')", '""', 1],
    ["'éàü x'.findAll('(a)(b)?')", "[]", 2],
    ["'éàü x'.findAll('')", '["", "", "", "", "", ""]', 0],
    ["'éàü x'.findAll('\\\\d+', 0)", "[]", 1],
    ["'éàü x'.findAll('^x', 1)", "[]", 1],
    ["'éàü x'.findAll('(?i)ABC', 1)", "[]", 2],
    ["'éàü x'.findAll('[[:alpha:]]', 2)", '["x"]', 3],
    ["'éàü x'.findAll('\\\\pL+', 2)", '["éàü", "x"]', 1],
    ["'éàü x'.findAll('x*', -3)", '["", "", "", "", "x"]', 1],
    ["'xxaxx'.find('[a-z]+')", '"xxaxx"', 2],
    ["'xxaxx'.find('a*')", '""', 1],
    ["'xxaxx'.findAll('(a)(b)?')", '["a"]', 2],
    ["'xxaxx'.findAll('')", '["", "", "", "", "", ""]', 0],
    ["'xxaxx'.findAll('\\\\d+', 0)", "[]", 1],
    ["'xxaxx'.findAll('^x', 1)", '["x"]', 1],
    ["'xxaxx'.findAll('(?i)ABC', 1)", "[]", 2],
    ["'xxaxx'.findAll('[[:alpha:]]', 2)", '["x", "x"]', 3],
    ["'xxaxx'.findAll('\\\\pL+', 2)", '["xxaxx"]', 1],
    ["'xxaxx'.findAll('x*', -3)", '["xx", "xx"]', 1],
  ];
  for (const [source, ...expected] of cases) assert.deepEqual(run(source), expected, source);
});
