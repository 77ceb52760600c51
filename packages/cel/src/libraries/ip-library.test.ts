/** IP addresses in expressions. Expected results and costs are those of the API server. */
import assert from "node:assert/strict";
import test from "node:test";
import { kubernetesLibraries } from "./kubernetes-libraries.ts";
import { runnerOf } from "./library-fixture.test.ts";

const run = runnerOf(kubernetesLibraries("1.36"));

test("an address is written in its canonical form", () => {
  const cases: readonly (readonly [string, string, number])[] = [
    ["string(ip('1.2.3.4'))", '"1.2.3.4"', 2],
    ["string(ip('127.0.0.1'))", '"127.0.0.1"', 2],
    ["string(ip('255.255.255.255'))", '"255.255.255.255"', 3],
    ["string(ip('224.0.1.1'))", '"224.0.1.1"', 2],
    ["string(ip('169.254.1.1'))", '"169.254.1.1"', 3],
    ["string(ip('239.1.1.1'))", '"239.1.1.1"', 2],
    ["string(ip('::1'))", '"::1"', 2],
    ["string(ip('fe80::1'))", '"fe80::1"', 2],
    ["string(ip('ff05::1'))", '"ff05::1"', 2],
    ["string(ip('2001:DB8::ABCD'))", '"2001:db8::abcd"', 3],
    ["string(ip('2001:db8:0:0:0:0:0:1'))", '"2001:db8::1"', 3],
    ["string(ip('1:0:0:2::'))", '"1:0:0:2::"', 2],
    ["string(ip('64:ff9b::1.2.3.4'))", '"64:ff9b::102:304"', 3],
    ["string(ip('1:2:3:4:5:6:7:8'))", '"1:2:3:4:5:6:7:8"', 3],
    ["string(ip('1:2:3:4:5:6:7::'))", '"1:2:3:4:5:6:7:0"', 3],
    ["string(ip('0:0:0:0:0:0:0:0'))", '"::"', 3],
  ];
  for (const [source, ...expected] of cases) assert.deepEqual(run(source), expected, source);
});

test("an address is written in its canonical form: what fails says why", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["string(ip('::ffff:1.2.3.4'))", '! IPv4-mapped IPv6 address "::ffff:1.2.3.4" is not allowed'],
    [
      "string(ip('1:2:3:4:5:6:7:8:9'))",
      '! IP Address "1:2:3:4:5:6:7:8:9" parse error during conversion from string: ParseAddr("1:2:3:4:5:6:7:8:9"): trailing garbage after address (at "9")',
    ],
    [
      "string(ip('1.2.3.4.5'))",
      '! IP Address "1.2.3.4.5" parse error during conversion from string: ParseAddr("1.2.3.4.5"): IPv4 address too long',
    ],
    [
      "string(ip('.1.2.3'))",
      '! IP Address ".1.2.3" parse error during conversion from string: ParseAddr(".1.2.3"): IPv4 field must have at least one digit (at ".1.2.3")',
    ],
    [
      "string(ip('abc'))",
      '! IP Address "abc" parse error during conversion from string: ParseAddr("abc"): unable to parse IP',
    ],
    [
      "string(ip('1:'))",
      '! IP Address "1:" parse error during conversion from string: ParseAddr("1:"): colon must be followed by more characters (at ":")',
    ],
    [
      "string(ip('1:2:3:4:5:1.2.3.4'))",
      '! IP Address "1:2:3:4:5:1.2.3.4" parse error during conversion from string: ParseAddr("1:2:3:4:5:1.2.3.4"): embedded IPv4 address must replace the final 2 fields of the address (at "1.2.3.4")',
    ],
    [
      "string(ip('1.2.3.00'))",
      '! IP Address "1.2.3.00" parse error during conversion from string: ParseAddr("1.2.3.00"): IPv4 field has octet with leading zero',
    ],
  ];
  for (const [source, expected] of cases) assert.equal(run(source)[0], expected, source);
});

test("an address knows what kind it is", () => {
  const cases: readonly (readonly [string, string, number])[] = [
    ["ip('1.2.3.4').family()", "4", 2],
    ["ip('127.0.0.1').family()", "4", 2],
    ["ip('0.0.0.0').isUnspecified()", "true", 2],
    ["ip('255.255.255.255').isLoopback()", "false", 3],
    ["ip('224.0.0.1').isLinkLocalMulticast()", "true", 2],
    ["ip('224.0.1.1').isLinkLocalMulticast()", "false", 2],
    ["ip('169.254.1.1').isLinkLocalUnicast()", "true", 3],
    ["ip('10.0.0.1').isGlobalUnicast()", "true", 2],
    ["ip('::').family()", "6", 2],
    ["ip('::1').family()", "6", 2],
    ["ip('fe80::1').isUnspecified()", "false", 2],
    ["ip('ff02::1').isLoopback()", "false", 2],
    ["ip('ff05::1').isLinkLocalMulticast()", "false", 2],
    ["ip('2001:db8::abcd').isLinkLocalMulticast()", "false", 3],
    ["ip('2001:DB8::ABCD').isLinkLocalUnicast()", "false", 3],
    ["ip('2001:db8:0:0:0:0:0:1').isGlobalUnicast()", "true", 3],
    ["ip('1:0:0:2::').family()", "6", 2],
    ["ip('::1.2.3.4').family()", "6", 2],
    ["ip('64:ff9b::1.2.3.4').isUnspecified()", "false", 3],
    ["ip('1:2:3:4:5:6:7:8').isLoopback()", "false", 3],
    ["ip('1:2:3:4:5:6:1.2.3.4').isLinkLocalMulticast()", "false", 3],
    ["ip('1:2:3:4:5:6:7::').isLinkLocalMulticast()", "false", 3],
    ["ip('::1:2:3:4:5:6:7').isLinkLocalUnicast()", "false", 3],
    ["ip('0:0:0:0:0:0:0:0').isGlobalUnicast()", "false", 3],
  ];
  for (const [source, ...expected] of cases) assert.deepEqual(run(source), expected, source);
});

test("an address knows what kind it is: what fails says why", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["ip('::ffff:1.2.3.4').family()", '! IPv4-mapped IPv6 address "::ffff:1.2.3.4" is not allowed'],
    [
      "ip('1:2:3:4:5:6:7').isLinkLocalMulticast()",
      '! IP Address "1:2:3:4:5:6:7" parse error during conversion from string: ParseAddr("1:2:3:4:5:6:7"): address string too short',
    ],
    [
      "ip('::g').isUnspecified()",
      '! IP Address "::g" parse error during conversion from string: ParseAddr("::g"): each colon-separated field must have at least one digit (at "g")',
    ],
    [
      "ip('1.2.3.4.5').isLinkLocalUnicast()",
      '! IP Address "1.2.3.4.5" parse error during conversion from string: ParseAddr("1.2.3.4.5"): IPv4 address too long',
    ],
    [
      "ip('1..2.3').isLoopback()",
      '! IP Address "1..2.3" parse error during conversion from string: ParseAddr("1..2.3"): IPv4 field must have at least one digit (at ".2.3")',
    ],
    [
      "ip('1.2.3.').isGlobalUnicast()",
      '! IP Address "1.2.3." parse error during conversion from string: ParseAddr("1.2.3."): IPv4 field must have at least one digit (at ".")',
    ],
    [
      "ip('abc').isLinkLocalMulticast()",
      '! IP Address "abc" parse error during conversion from string: ParseAddr("abc"): unable to parse IP',
    ],
    [
      "ip('%eth0').family()",
      '! IP Address "%eth0" parse error during conversion from string: ParseAddr("%eth0"): missing IPv6 address',
    ],
    [
      "ip('1:2:').isLinkLocalUnicast()",
      '! IP Address "1:2:" parse error during conversion from string: ParseAddr("1:2:"): colon must be followed by more characters (at ":")',
    ],
    [
      "ip('1:2:3:4:5:1.2.3.4').isUnspecified()",
      '! IP Address "1:2:3:4:5:1.2.3.4" parse error during conversion from string: ParseAddr("1:2:3:4:5:1.2.3.4"): embedded IPv4 address must replace the final 2 fields of the address (at "1.2.3.4")',
    ],
    [
      "ip('::1.2.3.400').isGlobalUnicast()",
      '! IP Address "::1.2.3.400" parse error during conversion from string: ParseAddr("::1.2.3.400"): IPv4 field has value >255',
    ],
    ["ip('::ffff:c0a8:1').isLoopback()", '! IPv4-mapped IPv6 address "::ffff:c0a8:1" is not allowed'],
  ];
  for (const [source, expected] of cases) assert.equal(run(source)[0], expected, source);
});

test("a text is an address, and a canonical one, or not", () => {
  const cases: readonly (readonly [string, string, number])[] = [
    ["isIP('1.2.3.4')", "true", 1],
    ["ip.isCanonical('127.0.0.1')", "true", 2],
    ["ip.isCanonical('255.255.255.255')", "true", 3],
    ["isIP('224.0.1.1')", "true", 1],
    ["isIP('10.0.0.1')", "true", 1],
    ["ip.isCanonical('239.1.1.1')", "true", 2],
    ["ip.isCanonical('::1')", "true", 1],
    ["isIP('ff02::1')", "true", 1],
    ["isIP('2001:db8::abcd')", "true", 2],
    ["ip.isCanonical('2001:DB8::ABCD')", "false", 3],
    ["ip.isCanonical('2001:db8:0:0:1:0:0:1')", "false", 4],
    ["isIP('::ffff:1.2.3.4')", "false", 2],
    ["ip.isCanonical('64:ff9b::1.2.3.4')", "false", 4],
    ["ip.isCanonical('1:2:3:4:5:6:1.2.3.4')", "false", 4],
    ["isIP('1:2:3:4:5:6:7:8:9')", "false", 2],
    ["isIP('1.2.3.4.5')", "false", 1],
    ["isIP('1..2.3')", "false", 1],
    ["isIP('')", "false", 0],
    ["isIP('fe80::1%')", "false", 1],
    ["isIP('::1:')", "false", 1],
    ["isIP('::1:2:3:4:5:6:7')", "true", 2],
    ["isIP('::1:2:3:4:5:6:7:1.2.3.4')", "false", 3],
    ["isIP('1.2.3.00')", "false", 1],
    ["isIP('1:0:0:0:1:0:0:0')", "true", 2],
  ];
  for (const [source, ...expected] of cases) assert.deepEqual(run(source), expected, source);
});

test("a text is an address, and a canonical one, or not: what fails says why", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["ip.isCanonical('::ffff:1.2.3.4')", '! IPv4-mapped IPv6 address "::ffff:1.2.3.4" is not allowed'],
    [
      "ip.isCanonical('1:2:3:4:5:6:7')",
      '! IP Address "1:2:3:4:5:6:7" parse error during conversion from string: ParseAddr("1:2:3:4:5:6:7"): address string too short',
    ],
    [
      "ip.isCanonical('::g')",
      '! IP Address "::g" parse error during conversion from string: ParseAddr("::g"): each colon-separated field must have at least one digit (at "g")',
    ],
    [
      "ip.isCanonical('1.2.3.4.5')",
      '! IP Address "1.2.3.4.5" parse error during conversion from string: ParseAddr("1.2.3.4.5"): IPv4 address too long',
    ],
    [
      "ip.isCanonical('1..2.3')",
      '! IP Address "1..2.3" parse error during conversion from string: ParseAddr("1..2.3"): IPv4 field must have at least one digit (at ".2.3")',
    ],
    [
      "ip.isCanonical('1.2.3.')",
      '! IP Address "1.2.3." parse error during conversion from string: ParseAddr("1.2.3."): IPv4 field must have at least one digit (at ".")',
    ],
    [
      "ip.isCanonical('abc')",
      '! IP Address "abc" parse error during conversion from string: ParseAddr("abc"): unable to parse IP',
    ],
    [
      "ip.isCanonical('%eth0')",
      '! IP Address "%eth0" parse error during conversion from string: ParseAddr("%eth0"): missing IPv6 address',
    ],
    [
      "ip.isCanonical('1:2:')",
      '! IP Address "1:2:" parse error during conversion from string: ParseAddr("1:2:"): colon must be followed by more characters (at ":")',
    ],
    [
      "ip.isCanonical('1:2:3:4:5:1.2.3.4')",
      '! IP Address "1:2:3:4:5:1.2.3.4" parse error during conversion from string: ParseAddr("1:2:3:4:5:1.2.3.4"): embedded IPv4 address must replace the final 2 fields of the address (at "1.2.3.4")',
    ],
    [
      "ip.isCanonical('::1.2.3.400')",
      '! IP Address "::1.2.3.400" parse error during conversion from string: ParseAddr("::1.2.3.400"): IPv4 field has value >255',
    ],
    ["ip.isCanonical('::ffff:c0a8:1')", '! IPv4-mapped IPv6 address "::ffff:c0a8:1" is not allowed'],
  ];
  for (const [source, expected] of cases) assert.equal(run(source)[0], expected, source);
});

test("addresses are compared", () => {
  const cases: readonly (readonly [string, string, number])[] = [
    ["ip('1.2.3.4') == ip('::1')", "false", 3],
    ["ip('255.255.255.255') == ip('::1')", "false", 4],
    ["ip('169.254.1.1') != ip('::1')", "true", 4],
    ["ip('::1') == ip('::1')", "true", 3],
    ["ip('ff05::1') != ip('::1')", "true", 4],
    ["ip('2001:db8:0:0:0:0:0:1') != ip('::1')", "true", 5],
    ["ip('64:ff9b::1.2.3.4') == ip('::1')", "false", 4],
    ["ip('1:2:3:4:5:6:7::') != ip('::1')", "true", 5],
  ];
  for (const [source, ...expected] of cases) assert.deepEqual(run(source), expected, source);
});

test("addresses are compared: what fails says why", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["ip('::ffff:1.2.3.4') == ip('::1')", '! IPv4-mapped IPv6 address "::ffff:1.2.3.4" is not allowed'],
    [
      "ip('1.2.3.4.5') != ip('::1')",
      '! IP Address "1.2.3.4.5" parse error during conversion from string: ParseAddr("1.2.3.4.5"): IPv4 address too long',
    ],
    [
      "ip('abc') != ip('::1')",
      '! IP Address "abc" parse error during conversion from string: ParseAddr("abc"): unable to parse IP',
    ],
    [
      "ip('1:2:3:4:5:1.2.3.4') == ip('::1')",
      '! IP Address "1:2:3:4:5:1.2.3.4" parse error during conversion from string: ParseAddr("1:2:3:4:5:1.2.3.4"): embedded IPv4 address must replace the final 2 fields of the address (at "1.2.3.4")',
    ],
  ];
  for (const [source, expected] of cases) assert.equal(run(source)[0], expected, source);
});
