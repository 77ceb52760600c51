/** Named formats in expressions. Expected results and costs are those of the API server. */
import assert from "node:assert/strict";
import test from "node:test";
import { kubernetesLibraries } from "./kubernetes-libraries.ts";
import { runnerOf } from "./library-fixture.test.ts";

const run = runnerOf(kubernetesLibraries("1.36"));

test("a format says what is wrong with a text", () => {
  const cases: readonly (readonly [string, string, number])[] = [
    ["format.uri().validate('https://example.com:80/')", "optional.none()", 829],
    ["format.uri().validate('https://user:pa%40ss@host/p')", "optional.none()", 829],
    ["format.uri().validate('http://a[b')", 'optional.of(["parse \\"http://a[b\\": invalid IP-literal"])', 553],
    [
      "format.uri().validate('http://h/%2')",
      'optional.of(["parse \\"http://h/%2\\": invalid URL escape \\"%2\\""])',
      553,
    ],
    ["format.uri().validate('://x')", 'optional.of(["parse \\"://x\\": missing protocol scheme"])', 277],
    ["format.uri().validate('//host/path')", "optional.none()", 553],
    ["format.uri().validate('/a:b')", "optional.none()", 277],
    ["format.uri().validate('http://@h/')", "optional.none()", 553],
    ["format.uri().validate('http://h/p?q=%C3%BC&ü=1')", "optional.none()", 829],
    [
      "format.dns1123Label().validate('My_Label')",
      "optional.of([\"a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')\"])",
      9,
    ],
    [
      "format.dns1123Label().validate('example.com/name')",
      "optional.of([\"a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')\"])",
      17,
    ],
    ["format.dns1123Label().validate('2020-02-29')", "optional.none()", 17],
    [
      "format.dns1123Label().validate('2021-01-01T00:00:00x5Z')",
      "optional.of([\"a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')\"])",
      25,
    ],
    [
      "format.dns1123Subdomain().validate('-abc')",
      "optional.of([\"a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')\"])",
      16,
    ],
    [
      "format.dns1123Subdomain().validate('aGVsbG8')",
      "optional.of([\"a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')\"])",
      16,
    ],
    [
      "format.dns1123Subdomain().validate('2021-01-01T24:00:00Z')",
      "optional.of([\"a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')\"])",
      46,
    ],
    [
      "format.dns1035Label().validate('a.b')",
      "optional.of([\"a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')\"])",
      9,
    ],
    [
      "format.dns1035Label().validate('123e4567-e89b-12d3-a456-426614174000')",
      "optional.of([\"a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')\"])",
      33,
    ],
    [
      "format.dns1035Label().validate('2021-13-01')",
      "optional.of([\"a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')\"])",
      17,
    ],
    [
      "format.dns1035Label().validate('12-34')",
      "optional.of([\"a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')\"])",
      9,
    ],
    [
      "format.qualifiedName().validate('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa')",
      'optional.of(["name part must be no more than 63 bytes"])',
      106,
    ],
    ["format.qualifiedName().validate('2021-01-01')", "optional.none()", 31],
    [
      "format.qualifiedName().validate('2021-01-01T10:00:00ZTfoo')",
      "optional.of([\"name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')\"])",
      46,
    ],
    ["format.dns1123LabelPrefix().validate('1abc')", "optional.none()", 9],
    [
      "format.dns1123LabelPrefix().validate('123E4567E89B12D3A456426614174000')",
      "optional.of([\"a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')\"])",
      33,
    ],
    [
      "format.dns1123LabelPrefix().validate('2021-01-01T00:00:00Z')",
      "optional.of([\"a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')\"])",
      25,
    ],
    ["format.dns1123SubdomainPrefix().validate('my-label')", "optional.none()", 16],
    [
      "format.dns1123SubdomainPrefix().validate('')",
      "optional.of([\"a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')\"])",
      16,
    ],
    ["format.dns1123SubdomainPrefix().validate('2021-02-29')", "optional.none()", 31],
    [
      "format.dns1123SubdomainPrefix().validate('2021-01-01T00:00:00')",
      "optional.of([\"a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')\"])",
      31,
    ],
    ["format.dns1035LabelPrefix().validate('abc-')", "optional.none()", 9],
    [
      "format.dns1035LabelPrefix().validate('aGVsbG8=')",
      "optional.of([\"a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')\"])",
      9,
    ],
    [
      "format.dns1035LabelPrefix().validate('2021-01-01t23:59:59.5+01:00')",
      "optional.of([\"a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')\"])",
      25,
    ],
    ["format.labelValue().validate('My_Label')", "optional.none()", 11],
    [
      "format.labelValue().validate('example.com/name')",
      "optional.of([\"a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')\"])",
      21,
    ],
    ["format.labelValue().validate('2020-02-29')", "optional.none()", 21],
    [
      "format.labelValue().validate('2021-01-01T00:00:00x5Z')",
      "optional.of([\"a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')\"])",
      31,
    ],
    ["format.uuid().validate('-abc')", 'optional.of(["does not match the UUID format"])', 19],
    ["format.uuid().validate('aGVsbG8')", 'optional.of(["does not match the UUID format"])', 19],
    ["format.uuid().validate('2021-01-01T24:00:00Z')", 'optional.of(["does not match the UUID format"])', 55],
    ["format.byte().validate('a.b')", 'optional.of(["invalid base64"])', 22],
    ["format.byte().validate('123e4567-e89b-12d3-a456-426614174000')", 'optional.of(["invalid base64"])', 85],
    ["format.byte().validate('2021-13-01')", 'optional.of(["invalid base64"])', 43],
    ["format.byte().validate('12-34')", 'optional.of(["invalid base64"])', 22],
    [
      "format.date().validate('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa')",
      'optional.of(["invalid date"])',
      127,
    ],
    ["format.date().validate('2021-01-01')", "optional.none()", 37],
    ["format.date().validate('2021-01-01T10:00:00ZTfoo')", 'optional.of(["invalid date"])', 55],
    ["format.datetime().validate('1abc')", 'optional.of(["invalid datetime"])', 19],
    ["format.datetime().validate('123E4567E89B12D3A456426614174000')", 'optional.of(["invalid datetime"])', 73],
    ["format.datetime().validate('2021-01-01T00:00:00Z')", "optional.none()", 55],
  ];
  for (const [source, ...expected] of cases) assert.deepEqual(run(source), expected, source);
});

test("a format is found by its name", () => {
  const cases: readonly (readonly [string, string, number])[] = [
    ["format.named('dns1123Label').value().validate('my-label').hasValue()", "false", 11],
    ["format.named('dns1123Label').value().validate('aGVsbG8').hasValue()", "true", 11],
    ["format.named('dns1123Subdomain').value().validate('my-label').hasValue()", "false", 18],
    ["format.named('dns1123Subdomain').value().validate('aGVsbG8').hasValue()", "true", 18],
    ["format.named('dns1035Label').value().validate('my-label').hasValue()", "false", 11],
    ["format.named('dns1035Label').value().validate('aGVsbG8').hasValue()", "true", 11],
    ["format.named('qualifiedName').value().validate('my-label').hasValue()", "false", 18],
    ["format.named('qualifiedName').value().validate('aGVsbG8').hasValue()", "false", 18],
    ["format.named('dns1123LabelPrefix').value().validate('my-label').hasValue()", "false", 11],
    ["format.named('dns1123LabelPrefix').value().validate('aGVsbG8').hasValue()", "true", 11],
    ["format.named('dns1123SubdomainPrefix').value().validate('my-label').hasValue()", "false", 18],
    ["format.named('dns1123SubdomainPrefix').value().validate('aGVsbG8').hasValue()", "true", 18],
    ["format.named('dns1035LabelPrefix').value().validate('my-label').hasValue()", "false", 11],
    ["format.named('dns1035LabelPrefix').value().validate('2021-01-01').hasValue()", "true", 19],
    ["format.named('labelValue').value().validate('my-label').hasValue()", "false", 13],
    ["format.named('labelValue').value().validate('2021-01-01').hasValue()", "false", 23],
    ["format.named('uuid').value().validate('my-label').hasValue()", "true", 21],
    ["format.named('uuid').value().validate('2021-01-01').hasValue()", "true", 39],
    ["format.named('byte').value().validate('my-label').hasValue()", "true", 24],
    ["format.named('byte').value().validate('2021-01-01').hasValue()", "true", 45],
    ["format.named('date').value().validate('my-label').hasValue()", "true", 21],
    ["format.named('date').value().validate('2021-01-01').hasValue()", "false", 39],
    ["format.named('datetime').value().validate('my-label').hasValue()", "true", 21],
    ["format.named('datetime').value().validate('2021-01-01').hasValue()", "true", 39],
  ];
  for (const [source, ...expected] of cases) assert.deepEqual(run(source), expected, source);
});
