import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAnswer } from "../answer.ts";
import { connect } from "../client.ts";
import { installSpecs, pathless, type Specs, withSpec, wrongType } from "./schemas.ts";
import type { Cause } from "./widgets.ts";

const client = connect();
let crd: Specs;

const uuid1 = "123e4567-e89b-12d3-a456-426614174000";

/** What each format of strings takes, and what it does not. */
const formats: Record<string, { takes: string[]; refuses: string[] }> = {
  "date-time": {
    // A comma for the point of the fraction is Go's leniency.
    takes: ["2024-01-02T03:04:05Z", "2024-01-02T03:04:05.123+02:00", "2024-01-02t03:04:05z", "2024-01-02T03:04:05,5Z"],
    refuses: ["2024-01-02", "2024-01-02T03:04:05", "2024-13-02T03:04:05Z", "2024-01-02 03:04:05Z", "yesterday", ""],
  },
  datetime: { takes: ["2024-01-02T03:04:05Z"], refuses: ["2024-01-02"] },
  date: { takes: ["2024-01-02", "2024-02-29"], refuses: ["2024-1-2", "2023-02-29", "2024-01-02T03:04:05Z", ""] },
  duration: {
    // Words are searched for a number and a unit, so that an ISO 8601 duration passes by its 1D.
    takes: ["1h30m", "1.5h", "-1h", "0", "22 ns", "2 days", "3 weeks", "1w", "P1D"],
    refuses: ["1", "soon", ""],
  },
  byte: { takes: ["YQ==", "YWI="], refuses: ["a", "!!", "YQ", "YQ==\n", ""] },
  email: { takes: ["a@b.c", "Ann <a@b.c>", "a@b"], refuses: ["ab", "a@"] },
  hostname: { takes: ["example.com", "a", "EXAMPLE.com"], refuses: ["-a", "a..b", "a b", "a_b", "1.2.3.4", ""] },
  // A leading zero is taken as decimal, as Kubernetes' own parser of addresses does for old objects' sake.
  ipv4: { takes: ["10.0.0.1", "010.0.0.1"], refuses: ["10.0.0", "::1", "10.0.0.256", "10.0.0.1/8"] },
  ipv6: { takes: ["::1", "fe80::1", "::ffff:10.0.0.1"], refuses: ["10.0.0.1", "g::1", "fe80::1%eth0"] },
  cidr: { takes: ["10.0.0.0/8", "10.1.2.3/8", "fe80::/10"], refuses: ["10.0.0.0", "10.0.0.0/33"] },
  mac: {
    takes: ["00:00:5e:00:53:01", "00-00-5e-00-53-01", "0000.5e00.5301"],
    refuses: ["00:00:5e:00:53", "mac"],
  },
  uri: { takes: ["https://example.com/a?b=c", "/a", "mailto:a@b.c"], refuses: ["a b", "example.com", "#a", ""] },
  uuid: { takes: [uuid1, "123E4567E89B12D3A456426614174000"], refuses: ["123e4567", ""] },
  uuid3: { takes: ["123e4567-e89b-32d3-a456-426614174000"], refuses: [uuid1] },
  uuid4: { takes: ["123e4567-e89b-42d3-a456-426614174000"], refuses: [uuid1] },
  uuid5: { takes: ["123e4567-e89b-52d3-a456-426614174000"], refuses: [uuid1] },
  isbn: { takes: ["0321751043", "978-0321751041"], refuses: ["0321751044"] },
  isbn10: { takes: ["0321751043"], refuses: ["978-0321751041"] },
  isbn13: { takes: ["978-0321751041"], refuses: ["0321751043"] },
  creditcard: { takes: ["4111111111111111", "4111-1111-1111-1111"], refuses: ["4111"] },
  ssn: { takes: ["111-11-1111", "111 11 1111"], refuses: ["111-11-111"] },
  hexcolor: { takes: ["#FFF", "fff", "#ffffff"], refuses: ["#FFFF", "red"] },
  rgbcolor: { takes: ["rgb(255,255,255)", "rgb(1, 2, 3)"], refuses: ["rgb(256,0,0)", "255,255,255"] },
  bsonobjectid: { takes: ["507f1f77bcf86cd799439011"], refuses: ["507f"] },
  "k8s-short-name": { takes: ["a-b", "1a", "a".repeat(63)], refuses: ["A", "-a", "a.b", "a".repeat(64), ""] },
  "k8s-long-name": { takes: ["a", "a.b", `${"a".repeat(64)}.b`], refuses: ["A.b", "a..b", "a".repeat(254)] },
  password: { takes: ["", "anything"], refuses: [] },
  phone: { takes: ["anything"], refuses: [] },
};

before(async () => {
  const properties = {
    ...Object.fromEntries(Object.keys(formats).map((format) => [format, { type: "string", format }])),
    int32: { type: "integer", format: "int32" },
    int64: { type: "integer", format: "int64" },
    float: { type: "number", format: "float" },
    double: { type: "number", format: "double" },
  };
  crd = await installSpecs(client, withSpec({ type: "object", properties }));
});
after(async () => {
  await client.delete(crd.path);
  await client.close();
});

async function assertTaken(field: string, value: string | number): Promise<void> {
  assertAnswer(await crd.judge({ [field]: value }), 201, { spec: { [field]: value } });
}

async function assertRefused(format: string, value: string): Promise<void> {
  const shown = JSON.stringify(value);
  const cause: Cause = [
    "FieldValueTypeInvalid",
    `spec.${format}`,
    `Invalid value: ${shown}: spec.${format} in body must be of type ${format}: ${shown}`,
  ];
  await crd.assertRefused({ [format]: value }, cause);
}

const groups: Record<string, string[]> = {
  "dates and durations": ["date-time", "datetime", "date", "duration"],
  "names and addresses": ["email", "hostname", "ipv4", "ipv6", "cidr", "mac", "uri"],
  identifiers: ["uuid", "uuid3", "uuid4", "uuid5", "bsonobjectid"],
  "numbers of books and cards": ["isbn", "isbn10", "isbn13", "creditcard", "ssn"],
  "colors and bytes": ["hexcolor", "rgbcolor", "byte"],
  "names of Kubernetes": ["k8s-short-name", "k8s-long-name"],
};

for (const [title, names] of Object.entries(groups)) {
  test(`${title} have formats that are enforced: ${names.join(", ")}`, async () => {
    for (const name of names) {
      for (const value of formats[name]?.takes ?? []) await assertTaken(name, value);
      for (const value of formats[name]?.refuses ?? []) await assertRefused(name, value);
    }
  });
}

test("a password is any string, and so is a format that nobody knows", async () => {
  for (const name of ["password", "phone"])
    for (const value of formats[name]?.takes ?? []) await assertTaken(name, value);
});

test("int32 and float are ranges, told without a path", async () => {
  for (const value of [2 ** 31, -(2 ** 31) - 1]) {
    await crd.assertRefused(
      { int32: value },
      pathless("Checked value must be of type integer with format int32 in spec.int32"),
    );
  }
  await assertTaken("int32", 2 ** 31 - 1);
  await crd.assertRefused(
    { float: 1e39 },
    pathless("Checked value must be of type number with format float in spec.float"),
  );
  await assertTaken("double", 1e308);
});

test("an integer that is no int64 has become a float64 and is refused for it", async () => {
  await crd.assertRefused(
    { int64: 2 ** 63 },
    wrongType("spec.int64", "int64", "float64"),
    pathless("Checked value must be of type integer with format int64 in spec.int64"),
  );
  // JavaScript would round the largest int64, so it goes out and comes back as text.
  const largest = "9223372036854775807";
  const body = JSON.stringify(crd.widget("v1", "large", { spec: { int64: 0 } })).replace(":0", `:${largest}`);
  const answer = await client.create(crd.at("v1", crd.namespace), body, { dryRun: "All" });
  assertAnswer(answer, 201);
  assert.match(answer.text, new RegExp(`"int64":${largest}`));
});
