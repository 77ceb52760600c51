import { execFileSync } from "node:child_process";
import { readYaml } from "./yaml-body.ts";
import { writeGoJson } from "./json/go-json-text.ts";
import { yamlModule } from "./yaml-module.ts";
const texts = [
  "a: b: c", "a: b: c\n", "x: 1\na: b: c\n", "a:\n\t- b\n", "\ta: b\n", "a: [\n", "a: [1, 2\n", "a: {b: 1\n", "a: {b: 1\nc: 2\n", "a: 'x\n", "a: \"x\n", "x: 1\na: 'x\n",
  "a: b\n  c: d\n", "a:\n  b: 1\n c: 2\n", "a: b\nc\n", "c\na: b\n", "- a\nb: c\n", "a: b\n- c\n", "a: *x\n", "a: @b\n", "a: `b\n", "a: %b\n", "%b\n", "a: ]\n", "a: }\n", "]", "a: [1]]\n", "a: {b}}\n", "a: !!binary x\n", "a: \"\\q\"\n", "a: \"\\x1\"\n",
  "a: |x\n  b\n", "a: |\n b\n  c\n d\n", "a: &\n", "a: & b\n", "a: *\n", "? a\n? b\n: c\n", "a: - b\n", "a: |\n  x\n y: 1\n", "a:\n  - b\n c: d\n", "a:\n- b\n  c: d\n", "a:\n- b: c\n d: e\n", "{a: b", "[a", "{a: b}\nc: d\n", "a: b\n---\n", "a: !<x\n", "a: \"b\" c\n", "a: 'b' c\n", "spec:\n  x: \"b\" c\n", "spec:\n  list: [a, b\n  c: d\n", "spec:\n  x: {{ .Values.x }}\n", "spec:\n  x: {{ .Values.x }}y\n", "{{ if }}\n", "a: {{x}}\n", "a: %x\n", "key: value: other\n", "metadata:\n  name: a\n   labels: b\n", "metadata:\n  name: a\n labels: b\n", "a: \u0007\n", "a: b\n...\nc\n", ": a\n", "a: : b\n", "- - a\n -b\n", "<<: x\n", "a: {<<: 1}\n", "a: &x [*x]\n", "a: 1\na: 2\n", "a: 'it''s\n", "a: \"line\n  two\n", "kind: Pod\nspec:\n  containers:\n  - name: a\n   image: b\n","kind: Pod\nspec:\n  containers:\n    - name: a\n  - name: b\n","a: b # c\n d\n", "a:b\nc: d\n", "a: [b, c]: d\n", "\"a\n\": b\n", "a\nb: c\n", "a: x\n\tb: c\n", "a:\n  b: c\n\td: e\n", "a: !x!y z\n", "%YAML 2.0\n---\na: b\n", "%FOO\n---\na: b\n", "a: ,b\n", "a: [,]\n", "a: [b,,c]\n", "a: {,}\n", "a: b\n  - c\n", "@a: b\n", "a: -\n", "-a: b\n- c\n","a: \"b\"\"c\"\n", "a: 'b'\n  'c'\n", "{a: b,\n c: d\n", "{\"a\": 1,}\n","{\"a\": }\n","{\"a\" 1}\n","{\"a\": 1 \"b\": 2}\n", "{a: [}\n", "[a: {]\n", "\"a\" b: c\n", "a: 1\n b: 2\n"
];
const go = execFileSync("/tmp/f1/goyaml/y", { input: texts.map((t) => JSON.stringify(t)).join("\n") + "\n" }).toString().trim().split("\n").map((l) => JSON.parse(l));
let same = 0;
for (const [i, text] of texts.entries()) {
  let ours = ["", ""]; let code = "";
  try { const { value } = readYaml(text); ours = [writeGoJson(value), ""]; } catch (e: any) { ours = ["", e.message]; 
    try { const y = yamlModule(); const d: any = y.parseAllDocuments(text, {version:"1.1",uniqueKeys:false})[0]; code = d?.errors?.[0] ? `${d.errors[0].code} ${JSON.stringify(d.errors[0].pos)} ${d.errors[0].message.split("\n")[0]}`:""; } catch {} }
  const [gout, gerr] = go[i];
  const okBoth = gerr === "" && ours[1] === "";
  if (okBoth ? true : gerr === ours[1]) { same++; continue; }
  console.log(JSON.stringify(text), "\n   go  ", gerr || gout, "\n   ours", ours[1] || ours[0], "\n       ", code);
}
console.log(same, "of", texts.length);
