/** URLs in expressions. Expected results and costs are those of the API server. */
import assert from "node:assert/strict";
import test from "node:test";
import { kubernetesLibraries } from "./kubernetes-libraries.ts";
import { runnerOf } from "./library-fixture.test.ts";

const run = runnerOf(kubernetesLibraries("1.36"));

test("a URL has parts", () => {
  const cases: readonly (readonly [string, string, number])[] = [
    ["url('https://example.com:80/').getScheme()", '"https"', 4],
    ["url('http://example.com/a%20b?x=1&y=2&x=3#frag').getHost()", '"example.com"', 6],
    ["url('/absolute/path').getPort()", '""', 3],
    ["url('*').getQuery()", "{}", 2],
    ["url('http://[::1]:8080/').getHost()", '"[::1]:8080"', 3],
    ["url('http://[::1%25en0]/').getPort()", '""', 3],
    ["url('http://[fe80::1]').getQuery()", "{}", 3],
    ["url('mailto:a@b.c').getHost()", '""', 3],
    ["url('HTTP://HoSt/').getPort()", '""', 3],
    ["url('http://h/a b').getEscapedPath()", '"/a%20b"', 3],
    ["url('http://é/é').getScheme()", '"http"', 2],
    ["url('a+b.c-d://x/y').getHostname()", '"x"', 3],
    ["url('http:///path').getEscapedPath()", '"/path"', 3],
    ["url('file:///etc/x').getScheme()", '"file"', 3],
    ["url('//host/path').getHostname()", '"host"', 3],
    ["url('///p').getEscapedPath()", '"///p"', 2],
    ["url('http://h/p?').getScheme()", '"http"', 3],
    ["url('http://h/p?a?').getHost()", '"h"', 3],
    ["url('http://h/#f%20g').getPort()", '""', 3],
    ["url('http://h/p#a b').getQuery()", "{}", 3],
    ["url('a:b').getHost()", '""', 2],
    ["url('http://h/[x]!$\\'()*,').getPort()", '""', 3],
    ["url('http://h/%2f%2F/').getQuery()", "{}", 3],
    ["url('http://u@/').getHost()", '""', 2],
    ["url('http://@h/').getPort()", '""', 2],
    ["url('http://u:@h').getEscapedPath()", '""', 3],
    ["url('http://[::1]:').getScheme()", '"http"', 3],
    ["url('http://h<>\"/').getHostname()", '"h<>\\""', 3],
    ["url('http://h/ü%C3%BC').getEscapedPath()", '"/%C3%BC%C3%BC"', 3],
    ["url('https://a.b/c?d#e?f').getScheme()", '"https"', 3],
    ["url('http://a_b/').getHostname()", '"a_b"', 3],
    ["url('http://host/%41').getEscapedPath()", '"/%41"', 3],
  ];
  for (const [source, ...expected] of cases) assert.deepEqual(run(source), expected, source);
});

test("a URL has parts: what fails says why", () => {
  const cases: readonly (readonly [string, string])[] = [
    [
      "url('relative').getScheme()",
      '! URL parse error during conversion from string: parse "relative": invalid URI for request',
    ],
    ["url('').getHost()", '! URL parse error during conversion from string: parse "": empty url'],
    [
      "url('https://us er@host/').getHostname()",
      '! URL parse error during conversion from string: parse "https://us er@host/": net/url: invalid userinfo',
    ],
    [
      "url('http://[1.2.3.4]/').getPort()",
      '! URL parse error during conversion from string: parse "http://[1.2.3.4]/": invalid IP-literal',
    ],
    [
      "url('http://[::1').getEscapedPath()",
      "! URL parse error during conversion from string: parse \"http://[::1\": missing ']' in host",
    ],
    [
      "url('http://a[b').getQuery()",
      '! URL parse error during conversion from string: parse "http://a[b": invalid IP-literal',
    ],
    [
      "url('http://h:1:2/').getScheme()",
      '! URL parse error during conversion from string: parse "http://h:1:2/": invalid port ":1:2" after host',
    ],
    [
      "url('http://h/%zz').getHost()",
      '! URL parse error during conversion from string: parse "http://h/%zz": invalid URL escape "%zz"',
    ],
    [
      "url('http://h/%2').getPort()",
      '! URL parse error during conversion from string: parse "http://h/%2": invalid URL escape "%2"',
    ],
    [
      "url('http://h%41/').getEscapedPath()",
      '! URL parse error during conversion from string: parse "http://h%41/": invalid URL escape "%41"',
    ],
    [
      "url('http://h/\\x01').getQuery()",
      '! URL parse error during conversion from string: parse "http://h/\\x01": net/url: invalid control character in URL',
    ],
    [
      "url('://x').getScheme()",
      '! URL parse error during conversion from string: parse "://x": missing protocol scheme',
    ],
    ["url(':foo').getHost()", '! URL parse error during conversion from string: parse ":foo": missing protocol scheme'],
    [
      "url('1http://x').getHostname()",
      '! URL parse error during conversion from string: parse "1http://x": invalid URI for request',
    ],
    [
      "url('cache_object:foo/bar').getPort()",
      '! URL parse error during conversion from string: parse "cache_object:foo/bar": invalid URI for request',
    ],
    [
      "url('http://[::1]x').getEscapedPath()",
      '! URL parse error during conversion from string: parse "http://[::1]x": invalid port "x" after host',
    ],
  ];
  for (const [source, expected] of cases) assert.equal(run(source)[0], expected, source);
});

test("a text is a URL or not", () => {
  const cases: readonly (readonly [string, string, number])[] = [
    ["isURL('https://example.com:80/')", "true", 1],
    ["isURL('http://example.com/a%20b?x=1&y=2&x=3#frag')", "true", 1],
    ["isURL('/absolute/path')", "true", 1],
    ["isURL('relative')", "false", 1],
    ["isURL('')", "false", 1],
    ["isURL('*')", "true", 1],
    ["isURL('https://user:pa%40ss@host/p')", "true", 1],
    ["isURL('https://us er@host/')", "false", 1],
    ["isURL('http://[::1]:8080/')", "true", 1],
    ["isURL('http://[::1%25en0]/')", "true", 1],
    ["isURL('http://[1.2.3.4]/')", "false", 1],
    ["isURL('http://[::1')", "false", 1],
    ["isURL('http://a[b')", "false", 1],
    ["isURL('http://host:port/')", "false", 1],
    ["isURL('http://h:1:2/')", "false", 1],
    ["isURL('mongodb://h:1,k:2/')", "true", 1],
    ["isURL('mailto:a@b.c')", "true", 1],
    ["isURL('HTTP://HoSt/')", "true", 1],
    ["isURL('http://h/%zz')", "false", 1],
    ["isURL('http://h/a b')", "true", 1],
    ["isURL('http://h%41/')", "false", 1],
    ["isURL('http://h%25/')", "true", 1],
    ["isURL('http://é/é')", "true", 1],
    ["isURL('http://h/\\x01')", "false", 1],
    ["isURL('http://h\\x7f/')", "false", 1],
    ["isURL('://x')", "false", 1],
    ["isURL(':foo')", "false", 1],
    ["isURL('1http://x')", "false", 1],
    ["isURL('http:///path')", "true", 1],
    ["isURL('file:/etc/x')", "true", 1],
    ["isURL('file:///etc/x')", "true", 1],
    ["isURL('//host/path')", "true", 1],
    ["isURL('///p')", "true", 1],
    ["isURL('http://h?a=1;b=2&c=%zz&d=1+2&=5&e')", "true", 1],
    ["isURL('http://h/p?')", "true", 1],
    ["isURL('http://h/p?a?')", "true", 1],
    ["isURL('http://h/#f%20g')", "true", 1],
    ["isURL('/a:b')", "true", 1],
    ["isURL('a:b')", "true", 1],
    ["isURL('cache_object:foo/bar')", "false", 1],
    ["isURL('http://h/[x]!$\\'()*,')", "true", 1],
    ["isURL('http://h/%2f%2F/')", "true", 1],
    ["isURL('http://h/\"<>^`{|}')", "true", 1],
    ["isURL('http://u@/')", "true", 1],
    ["isURL('http://@h/')", "true", 1],
    ["isURL('http://u:@h')", "true", 1],
    ["isURL('http://[::1]:')", "true", 1],
    ["isURL('http://[::1]x')", "false", 1],
    ["isURL('http://h<>\"/')", "true", 1],
    ["isURL('http://h/ü%C3%BC')", "true", 1],
    ["isURL('http://h/p?q=%C3%BC&ü=1')", "true", 1],
    ["isURL('https://a.b/c?d#e?f')", "true", 1],
    ["isURL('http://a_b/')", "true", 1],
    ["isURL('http://host/%41')", "true", 1],
    ["isURL('http://x:80:90/')", "false", 1],
  ];
  for (const [source, ...expected] of cases) assert.deepEqual(run(source), expected, source);
});

test("URLs are compared as they are written", () => {
  const cases: readonly (readonly [string, string, number])[] = [
    ["url('https://example.com:80/') == url('http://h/p')", "false", 5],
    ["url('*') == url('*')", "true", 3],
    ["url('http://[fe80::1]') == url('http://[fe80::1]')", "true", 5],
    ["url('http://h/a b') == url('http://h/p')", "false", 4],
    ["url('http:///path') == url('http://h/p')", "false", 4],
    ["url('///p') == url('http://h/p')", "false", 3],
    ["url('http://h/p?a?') == url('http://h/p?a?')", "true", 5],
    ["url('a:b') == url('a:b')", "true", 3],
    ["url('http://u@/') == url('http://u@/')", "true", 3],
    ["url('http://[::1]:') == url('http://h/p')", "false", 4],
    ["url('https://a.b/c?d#e?f') == url('http://h/p')", "false", 4],
  ];
  for (const [source, ...expected] of cases) assert.deepEqual(run(source), expected, source);
});

test("URLs are compared as they are written: what fails says why", () => {
  const cases: readonly (readonly [string, string])[] = [
    [
      "url('relative') == url('http://h/p')",
      '! URL parse error during conversion from string: parse "relative": invalid URI for request',
    ],
    [
      "url('http://[1.2.3.4]/') == url('http://[1.2.3.4]/')",
      '! URL parse error during conversion from string: parse "http://[1.2.3.4]/": invalid IP-literal',
    ],
    [
      "url('http://h:1:2/') == url('http://h:1:2/')",
      '! URL parse error during conversion from string: parse "http://h:1:2/": invalid port ":1:2" after host',
    ],
    [
      "url('http://h/\\x01') == url('http://h/p')",
      '! URL parse error during conversion from string: parse "http://h/\\x01": net/url: invalid control character in URL',
    ],
    [
      "url('1http://x') == url('http://h/p')",
      '! URL parse error during conversion from string: parse "1http://x": invalid URI for request',
    ],
  ];
  for (const [source, expected] of cases) assert.equal(run(source)[0], expected, source);
});
