/** Versions in expressions. Expected results and costs are those of the API server. */
import assert from "node:assert/strict";
import test from "node:test";
import { kubernetesLibraries } from "./kubernetes-libraries.ts";
import { runnerOf } from "./library-fixture.test.ts";

const run = runnerOf(kubernetesLibraries("1.36"));

test("a text is a version, strictly or leniently", () => {
  const cases: readonly (readonly [string, string, number])[] = [
    ["isSemver('1.2.3')", "true", 1],
    ["isSemver('1.2.3', true)", "true", 1],
    ["isSemver('0.0.0')", "true", 1],
    ["isSemver('1.2.3-alpha.1')", "true", 2],
    ["isSemver('1.2.3-alpha.1', true)", "true", 2],
    ["isSemver('1.2.3-alpha.1+build.5')", "true", 3],
    ["isSemver('1.2.3+b')", "true", 1],
    ["isSemver('1.2.3+b', true)", "true", 1],
    ["isSemver('v1.2.3')", "false", 1],
    ["isSemver('1')", "false", 1],
    ["isSemver('1', true)", "true", 1],
    ["isSemver('1.2')", "false", 1],
    ["isSemver('01.02.03')", "false", 1],
    ["isSemver('01.02.03', true)", "true", 1],
    ["isSemver('1.2.3-', true)", "false", 1],
    ["isSemver('1.2.3+')", "false", 1],
    ["isSemver('1.2.3+', true)", "false", 1],
    ["isSemver('1.2.3-01', true)", "false", 1],
    ["isSemver('1.2.3-a..b')", "false", 1],
    ["isSemver('1.2.3-a..b', true)", "false", 1],
    ["isSemver('1.2.3-a_b', true)", "false", 1],
    ["isSemver('1.2.3+a_b')", "false", 1],
    ["isSemver('1.2.3+a_b', true)", "false", 1],
    ["isSemver('a.b.c', true)", "false", 1],
    ["isSemver('')", "false", 0],
    ["isSemver('1.2.99999999999999999999')", "false", 3],
    ["isSemver('1.2.99999999999999999999', true)", "false", 3],
    ["isSemver('18446744073709551615.1.1')", "true", 3],
    ["isSemver('1.2.3.4')", "false", 1],
    ["isSemver('1.2.3.4', true)", "false", 1],
    ["isSemver('1.2.3-0')", "true", 1],
    ["isSemver('1.2.-3')", "false", 1],
    ["isSemver('1.2.-3', true)", "true", 1],
    ["isSemver('1.2+x')", "false", 1],
    ["isSemver('v1')", "false", 1],
    ["isSemver('v1', true)", "true", 1],
    ["isSemver('1.2.3-alpha')", "true", 2],
    ["isSemver('1.2.3-beta')", "true", 1],
    ["isSemver('1.2.3-beta', true)", "true", 1],
    ["isSemver('1.2.3-1', true)", "true", 1],
    ["isSemver('1.2.3-alpha.beta')", "true", 2],
    ["isSemver('1.2.3-alpha.beta', true)", "true", 2],
    ["isSemver('-1.2.3', true)", "false", 1],
    ["isSemver('00.1.2')", "false", 1],
    ["isSemver('00.1.2', true)", "true", 1],
    ["isSemver('1.2.0-0a', true)", "true", 1],
    ["isSemver('V1.2.3')", "false", 1],
    ["isSemver('V1.2.3', true)", "false", 1],
    ["isSemver(' 1.2.3', true)", "false", 1],
    ["isSemver('1..3')", "false", 1],
  ];
  for (const [source, ...expected] of cases) assert.deepEqual(run(source), expected, source);
});

test("a version has numbers", () => {
  const cases: readonly (readonly [string, string, number])[] = [
    ["semver('1.2.3').major()", "1", 2],
    ["semver('1.2.3').patch()", "3", 2],
    ["semver('0.0.0').major()", "0", 2],
    ["semver('0.0.0').patch()", "0", 2],
    ["semver('1.2.3-alpha.1').major()", "1", 3],
    ["semver('1.2.3-alpha.1').patch()", "3", 3],
    ["semver('1.2.3-alpha.1+build.5').major()", "1", 4],
    ["semver('1.2.3-alpha.1+build.5').patch()", "3", 4],
    ["semver('1.2.3+b').major()", "1", 2],
    ["semver('1.2.3+b').patch()", "3", 2],
    ["semver('v1.2.3', true).patch()", "3", 2],
    ["semver('1.2', true).patch()", "0", 2],
    ["semver('18446744073709551615.1.1').major()", "-1", 4],
    ["semver('18446744073709551615.1.1').patch()", "1", 4],
    ["semver('1.2.3-0').major()", "1", 2],
    ["semver('1.2.3-0').patch()", "3", 2],
    ["semver('1.2.-3', true).patch()", "0", 2],
    ["semver('1.2.3-alpha').major()", "1", 3],
    ["semver('1.2.3-alpha').patch()", "3", 3],
    ["semver('1.2.3-beta').major()", "1", 2],
    ["semver('1.2.3-beta').patch()", "3", 2],
    ["semver('1.2.3-1').major()", "1", 2],
    ["semver('1.2.3-1').patch()", "3", 2],
    ["semver('1.2.3-alpha.beta').major()", "1", 3],
    ["semver('1.2.3-alpha.beta').patch()", "3", 3],
    ["semver('00.1.2', true).patch()", "2", 2],
    ["semver('1.2.0-0a').minor()", "2", 2],
  ];
  for (const [source, ...expected] of cases) assert.deepEqual(run(source), expected, source);
});

test("a version has numbers: what fails says why", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["semver('v1.2.3').major()", '! Invalid character(s) found in major number "v1"'],
    ["semver('1.2').major()", "! No Major.Minor.Patch elements found"],
    ["semver('1.2.3-').major()", "! Prerelease is empty"],
    ["semver('1.2.3+').patch()", "! Build meta data is empty"],
    ["semver('1.2.3-a..b').major()", "! Prerelease is empty"],
    ["semver('1.2.3-a_b', true).patch()", '! Invalid character(s) found in prerelease "a_b"'],
    ["semver('a.b.c').minor()", '! Invalid character(s) found in major number "a"'],
    ["semver('', true).patch()", '! strconv.ParseUint: parsing "": invalid syntax'],
    ["semver('1.2.3.4').minor()", '! Invalid character(s) found in patch number "3.4"'],
    ["semver('1.2+x').minor()", "! No Major.Minor.Patch elements found"],
    ["semver('-1.2.3').major()", '! Invalid character(s) found in major number "-1"'],
    ["semver('00.1.2').patch()", '! Major number must not contain leading zeroes "00"'],
    ["semver(' 1.2.3').minor()", '! Invalid character(s) found in major number " 1"'],
  ];
  for (const [source, expected] of cases) assert.equal(run(source)[0], expected, source);
});

test("versions have an order", () => {
  const cases: readonly (readonly [string, string, number])[] = [
    ["semver('1.2.3').compareTo(semver('1.2.3-alpha.1'))", "1", 4],
    ["semver('1.2.3').isGreaterThan(semver('1.2.3-alpha'))", "true", 4],
    ["semver('1.2.3') != semver('1.2.3')", "false", 3],
    ["semver('0.0.0').isLessThan(semver('1.2.3'))", "true", 3],
    ["semver('0.0.0') == semver('1.2.3')", "false", 3],
    ["semver('1.2.3-alpha.1').isLessThan(semver('1.2.3'))", "true", 4],
    ["semver('1.2.3-alpha.1') == semver('1.2.3')", "false", 4],
    ["semver('1.2.3-alpha.1+build.5').compareTo(semver('1.2.3-alpha.1'))", "0", 6],
    ["semver('1.2.3-alpha.1+build.5').isGreaterThan(semver('1.2.3-alpha'))", "true", 6],
    ["semver('1.2.3+b').compareTo(semver('1.2.3-alpha.1'))", "1", 4],
    ["semver('1.2.3+b').isGreaterThan(semver('1.2.3-alpha'))", "true", 4],
    ["semver('1.2.3+b') != semver('1.2.3')", "false", 3],
    ["semver('18446744073709551615.1.1').isLessThan(semver('1.2.3'))", "false", 5],
    ["semver('18446744073709551615.1.1') == semver('1.2.3')", "false", 5],
    ["semver('1.2.3-0').isLessThan(semver('1.2.3'))", "true", 3],
    ["semver('1.2.3-0') == semver('1.2.3')", "false", 3],
    ["semver('1.2.3-alpha').compareTo(semver('1.2.3-alpha.1'))", "-1", 5],
    ["semver('1.2.3-alpha').isGreaterThan(semver('1.2.3-alpha'))", "false", 5],
    ["semver('1.2.3-beta').compareTo(semver('1.2.3-alpha.1'))", "1", 4],
    ["semver('1.2.3-beta').isGreaterThan(semver('1.2.3-alpha'))", "true", 4],
    ["semver('1.2.3-beta') != semver('1.2.3')", "true", 3],
    ["semver('1.2.3-1').isLessThan(semver('1.2.3'))", "true", 3],
    ["semver('1.2.3-1') == semver('1.2.3')", "false", 3],
    ["semver('1.2.3-alpha.beta').isLessThan(semver('1.2.3'))", "true", 4],
    ["semver('1.2.3-alpha.beta') == semver('1.2.3')", "false", 4],
    ["semver('1.2.0-0a').compareTo(semver('1.2.3-alpha.1'))", "-1", 4],
    ["semver('1.2.0-0a').isGreaterThan(semver('1.2.3-alpha'))", "false", 4],
  ];
  for (const [source, ...expected] of cases) assert.deepEqual(run(source), expected, source);
});

test("versions have an order: what fails says why", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["semver('v1.2.3').compareTo(semver('1.2.3-alpha.1'))", '! Invalid character(s) found in major number "v1"'],
    ["semver('1') == semver('1.2.3')", "! No Major.Minor.Patch elements found"],
    ["semver('01.02.03').isLessThan(semver('1.2.3'))", '! Major number must not contain leading zeroes "01"'],
    ["semver('1.2.3+').compareTo(semver('1.2.3-alpha.1'))", "! Build meta data is empty"],
    ["semver('1.2.3-01') == semver('1.2.3')", '! Numeric PreRelease version must not contain leading zeroes "01"'],
    ["semver('1.2.3-a_b').isGreaterThan(semver('1.2.3-alpha'))", '! Invalid character(s) found in prerelease "a_b"'],
    ["semver('a.b.c').compareTo(semver('1.2.3-alpha.1'))", '! Invalid character(s) found in major number "a"'],
    ["semver('') != semver('1.2.3')", "! Version string empty"],
    ["semver('1.2.3.4').isGreaterThan(semver('1.2.3-alpha'))", '! Invalid character(s) found in patch number "3.4"'],
    ["semver('1.2+x').isLessThan(semver('1.2.3'))", "! No Major.Minor.Patch elements found"],
    ["semver('v1') != semver('1.2.3')", "! No Major.Minor.Patch elements found"],
    ["semver('00.1.2') == semver('1.2.3')", '! Major number must not contain leading zeroes "00"'],
    ["semver(' 1.2.3').isLessThan(semver('1.2.3'))", '! Invalid character(s) found in major number " 1"'],
  ];
  for (const [source, expected] of cases) assert.equal(run(source)[0], expected, source);
});
