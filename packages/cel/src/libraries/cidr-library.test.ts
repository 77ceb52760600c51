/** Networks in expressions. Expected results and costs are those of the API server. */
import assert from "node:assert/strict";
import test from "node:test";
import { kubernetesLibraries } from "./kubernetes-libraries.ts";
import { runnerOf } from "./library-fixture.test.ts";

const run = runnerOf(kubernetesLibraries("1.36"));

test("a network is written and taken apart", () => {
  const cases: readonly (readonly [string, string, number])[] = [
    ["string(cidr('1.2.3.4/24'))", '"1.2.3.4/24"', 2],
    ["cidr('1.2.3.4/24').prefixLength()", "24", 2],
    ["string(cidr('1.2.3.4/24').ip())", '"1.2.3.4"', 3],
    ["isCIDR('10.0.0.0/8')", "true", 1],
    ["string(cidr('10.0.0.0/8').masked())", '"10.0.0.0/8"', 3],
    ["string(cidr('0.0.0.0/0'))", '"0.0.0.0/0"', 2],
    ["string(cidr('0.0.0.0/0').masked())", '"0.0.0.0/0"', 3],
    ["string(cidr('1.2.3.4/32'))", '"1.2.3.4/32"', 2],
    ["cidr('1.2.3.4/32').prefixLength()", "32", 2],
    ["string(cidr('1.2.3.4/32').ip())", '"1.2.3.4"', 3],
    ["string(cidr('2001:db8::/32'))", '"2001:db8::/32"', 3],
    ["string(cidr('2001:db8::/32').masked())", '"2001:db8::/32"', 4],
    ["string(cidr('2001:db8::1/128'))", '"2001:db8::1/128"', 3],
    ["cidr('2001:db8::1/128').prefixLength()", "128", 3],
    ["string(cidr('2001:db8::1/128').ip())", '"2001:db8::1"', 4],
    ["isCIDR('::/0')", "true", 1],
    ["string(cidr('::/0').masked())", '"::/0"', 3],
    ["isCIDR('1.2.3.4')", "false", 1],
    ["isCIDR('1.2.3.4/08')", "false", 1],
    ["isCIDR('1.2.3.4/a')", "false", 1],
    ["isCIDR('fe80::1%a/8')", "false", 2],
    ["isCIDR('/8')", "false", 1],
    ["isCIDR('1.2.3.4/24/24')", "false", 2],
    ["isCIDR('2001:db8::1/65')", "true", 2],
    ["string(cidr('2001:db8::1/65').masked())", '"2001:db8::/65"', 4],
    ["string(cidr('::1/9'))", '"::1/9"', 2],
    ["cidr('::1/9').prefixLength()", "9", 2],
  ];
  for (const [source, ...expected] of cases) assert.deepEqual(run(source), expected, source);
});

test("a network is written and taken apart: what fails says why", () => {
  const cases: readonly (readonly [string, string])[] = [
    [
      "string(cidr('1.2.3.4/33'))",
      '! network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("1.2.3.4/33"): prefix length out of range',
    ],
    [
      "string(cidr('::/129'))",
      '! network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("::/129"): prefix length out of range',
    ],
    [
      "string(cidr('1.2.3.4'))",
      "! network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix(\"1.2.3.4\"): no '/'",
    ],
    [
      "string(cidr('1.2.3.4/'))",
      '! network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("1.2.3.4/"): bad bits after slash: ""',
    ],
    [
      "cidr('1.2.3.4/08').prefixLength()",
      '! network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("1.2.3.4/08"): bad bits after slash: "08"',
    ],
    [
      "cidr('1.2.3.4/+8').prefixLength()",
      '! network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("1.2.3.4/+8"): bad bits after slash: "+8"',
    ],
    [
      "cidr('1.2.3.4/a').prefixLength()",
      '! network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("1.2.3.4/a"): bad bits after slash: "a"',
    ],
    [
      "string(cidr('1.2.3/8').masked())",
      '! network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("1.2.3/8"): ParseAddr("1.2.3"): IPv4 address too short',
    ],
    [
      "string(cidr('fe80::1%a/8').masked())",
      '! network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("fe80::1%a/8"): IPv6 zones cannot be present in a prefix',
    ],
    [
      "string(cidr('::ffff:1.2.3.4/100').masked())",
      '! network address parse error during conversion from string: IPv4-mapped IPv6 address "::ffff:1.2.3.4/100" is not allowed',
    ],
    [
      "string(cidr('/8').ip())",
      '! network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("/8"): ParseAddr(""): unable to parse IP',
    ],
    [
      "string(cidr('1.2.3.4/-1').ip())",
      '! network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("1.2.3.4/-1"): bad bits after slash: "-1"',
    ],
    [
      "string(cidr('1.2.3.4/99999999999999999999').ip())",
      '! network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("1.2.3.4/99999999999999999999"): bad bits after slash: "99999999999999999999"',
    ],
  ];
  for (const [source, expected] of cases) assert.equal(run(source)[0], expected, source);
});

test("a network contains addresses and networks", () => {
  const cases: readonly (readonly [string, string, number])[] = [
    ["cidr('1.2.3.4/24').containsIP('1.2.3.99')", "true", 3],
    ["cidr('1.2.3.4/24').containsIP(ip('2001:db8::5'))", "false", 4],
    ["cidr('1.2.3.4/24').containsCIDR('1.2.3.0/25')", "true", 5],
    ["cidr('10.0.0.0/8').containsIP('1.2.3.99')", "false", 3],
    ["cidr('10.0.0.0/8').containsIP(ip('2001:db8::5'))", "false", 4],
    ["cidr('10.0.0.0/8').containsCIDR('1.2.3.0/25')", "false", 5],
    ["cidr('0.0.0.0/0').containsIP('1.2.3.99')", "true", 2],
    ["cidr('0.0.0.0/0').containsIP(ip('2001:db8::5'))", "false", 3],
    ["cidr('0.0.0.0/0').containsCIDR('1.2.3.0/25')", "true", 3],
    ["cidr('1.2.3.4/32').containsIP('1.2.3.99')", "false", 3],
    ["cidr('1.2.3.4/32').containsIP(ip('2001:db8::5'))", "false", 4],
    ["cidr('1.2.3.4/32').containsCIDR('1.2.3.0/25')", "false", 5],
    ["cidr('2001:db8::/32').containsIP('1.2.3.99')", "false", 4],
    ["cidr('2001:db8::/32').containsIP(ip('2001:db8::5'))", "true", 5],
    ["cidr('2001:db8::/32').containsCIDR('1.2.3.0/25')", "false", 6],
    ["cidr('2001:db8::1/128').containsIP('1.2.3.99')", "false", 7],
    ["cidr('2001:db8::1/128').containsIP(ip('2001:db8::5'))", "false", 8],
    ["cidr('2001:db8::1/128').containsCIDR('1.2.3.0/25')", "false", 10],
    ["cidr('::/0').containsIP('1.2.3.99')", "false", 2],
    ["cidr('::/0').containsIP(ip('2001:db8::5'))", "true", 3],
    ["cidr('::/0').containsCIDR('1.2.3.0/25')", "false", 3],
    ["cidr('2001:db8::1/65').containsIP('1.2.3.99')", "false", 5],
    ["cidr('2001:db8::1/65').containsIP(ip('2001:db8::5'))", "true", 6],
    ["cidr('2001:db8::1/65').containsCIDR('1.2.3.0/25')", "false", 7],
    ["cidr('::1/9').containsIP('1.2.3.99')", "false", 3],
    ["cidr('::1/9').containsIP(ip('2001:db8::5'))", "false", 4],
    ["cidr('::1/9').containsCIDR('1.2.3.0/25')", "false", 5],
  ];
  for (const [source, ...expected] of cases) assert.deepEqual(run(source), expected, source);
});

test("a network contains addresses and networks: what fails says why", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["cidr('1.2.3.4/24').containsIP('x')", "! no such overload"],
    [
      "cidr('1.2.3.4/32').containsCIDR('x')",
      "! network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix(\"x\"): no '/'",
    ],
    [
      "cidr('2001:db8::/32').containsCIDR('x')",
      "! network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix(\"x\"): no '/'",
    ],
    [
      "cidr('::/129').containsCIDR('1.2.3.0/25')",
      '! network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("::/129"): prefix length out of range',
    ],
    [
      "cidr('1.2.3.4').containsCIDR('x')",
      "! network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix(\"1.2.3.4\"): no '/'",
    ],
    [
      "cidr('1.2.3.4/08').containsIP(ip('2001:db8::5'))",
      '! network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("1.2.3.4/08"): bad bits after slash: "08"',
    ],
    [
      "cidr('1.2.3.4/+8').containsCIDR('1.2.3.0/25')",
      '! network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("1.2.3.4/+8"): bad bits after slash: "+8"',
    ],
    [
      "cidr('1.2.3.4/a').containsCIDR(cidr('10.0.0.0/8'))",
      '! network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("1.2.3.4/a"): bad bits after slash: "a"',
    ],
    [
      "cidr('fe80::1%a/8').containsIP('1.2.3.99')",
      '! network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("fe80::1%a/8"): IPv6 zones cannot be present in a prefix',
    ],
    [
      "cidr('::ffff:1.2.3.4/100').containsIP('x')",
      '! network address parse error during conversion from string: IPv4-mapped IPv6 address "::ffff:1.2.3.4/100" is not allowed',
    ],
    [
      "cidr('/8').containsCIDR(cidr('10.0.0.0/8'))",
      '! network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("/8"): ParseAddr(""): unable to parse IP',
    ],
    [
      "cidr('1.2.3.4/99999999999999999999').containsIP('1.2.3.99')",
      '! network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("1.2.3.4/99999999999999999999"): bad bits after slash: "99999999999999999999"',
    ],
    [
      "cidr('1.2.3.4/24/24').containsIP('x')",
      '! network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("1.2.3.4/24/24"): ParseAddr("1.2.3.4/24"): unexpected character (at "/24")',
    ],
  ];
  for (const [source, expected] of cases) assert.equal(run(source)[0], expected, source);
});

test("networks are compared", () => {
  const cases: readonly (readonly [string, string, number])[] = [
    ["cidr('1.2.3.4/24') == cidr('10.0.0.0/8')", "false", 3],
    ["cidr('10.0.0.0/8') == cidr('10.0.0.0/8')", "true", 3],
    ["cidr('0.0.0.0/0') == cidr('10.0.0.0/8')", "false", 3],
    ["cidr('1.2.3.4/32') == cidr('10.0.0.0/8')", "false", 3],
    ["cidr('2001:db8::/32') != cidr('10.0.0.0/8')", "true", 4],
    ["cidr('2001:db8::1/128') != cidr('10.0.0.0/8')", "true", 4],
    ["cidr('::/0') != cidr('10.0.0.0/8')", "true", 2],
    ["cidr('2001:db8::1/65') != cidr('10.0.0.0/8')", "true", 4],
  ];
  for (const [source, ...expected] of cases) assert.deepEqual(run(source), expected, source);
});

test("networks are compared: what fails says why", () => {
  const cases: readonly (readonly [string, string])[] = [
    [
      "cidr('1.2.3.4/33') == cidr('10.0.0.0/8')",
      '! network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("1.2.3.4/33"): prefix length out of range',
    ],
    [
      "cidr('1.2.3.4/') != cidr('10.0.0.0/8')",
      '! network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("1.2.3.4/"): bad bits after slash: ""',
    ],
    [
      "cidr('1.2.3/8') == cidr('10.0.0.0/8')",
      '! network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("1.2.3/8"): ParseAddr("1.2.3"): IPv4 address too short',
    ],
    [
      "cidr('/8') != cidr('10.0.0.0/8')",
      '! network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("/8"): ParseAddr(""): unable to parse IP',
    ],
  ];
  for (const [source, expected] of cases) assert.equal(run(source)[0], expected, source);
});
