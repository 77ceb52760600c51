/** Kinds of values with rules on them: schemas, values that fit and some that hardly do, and rules that hold, fail, or cannot be answered. */
import type { JsonValue } from "@pintle/machinery";
import type { StructuralSchema } from "@pintle/schema";
import type { Dice } from "./dice.ts";

export interface Kind {
  readonly schema: StructuralSchema;
  /** `undefined` is no value. */
  draw(dice: Dice): JsonValue;
  readonly rules: readonly string[];
  /** Expressions that give a text. */
  readonly messages: readonly string[];
}

function scalar(
  schema: StructuralSchema,
  values: readonly JsonValue[],
  rules: readonly string[],
  messages: readonly string[] = [],
): Kind {
  return { schema, draw: (dice) => dice.pick(values), rules: [...rules, "self == oldSelf"], messages };
}

const text = { type: "string", maxLength: 64 } as const;
const texts = ["", "a", "ab", "b", "日本", "10Mi", "a b", "1.2.3", "5", "1h", "10.0.0.1"];
const integers = [-1, 0, 1, 2, 3, 7, 100, 9_007_199_254_740_991, 2n ** 54n, -(2n ** 63n)];
const numbers = [-0.5, 0, 0.5, 1, 1.5, 2, 1e21, 2n ** 54n, -1e300, 5e-324];

export const textKind = scalar(
  text,
  texts,
  [
    "self.size() > 1",
    "self.matches('^a')",
    "self != 'a'",
    "self.startsWith('a') || self.contains('b')",
    "int(self) > 0",
    "self.charAt(1) == 'b'",
    "quantity(self).isGreaterThan(quantity('1Mi'))",
    "self in ['a', 'b']",
    "self.split(' ')[1] == 'b'",
    "duration(self) < duration('1h')",
    "isIP(self) && ip(self).family() == 4",
    "self.find('[0-9]+') == '5'",
    "format.named('dns1123Label').value().validate(self).hasValue()",
    "!format.named(self).value().validate(self).hasValue()",
    "self > oldSelf",
    "self.lowerAscii() == self",
    "oldSelf == '' || self.startsWith(oldSelf)",
  ],
  ["'got ' + self", "'size ' + string(self.size())", "self", "'%s is not %d'.format([self, 1])", "string(int(self))"],
);

export const integerKind = scalar(
  { type: "integer" },
  integers,
  [
    "self > 0",
    "10 / self > 1",
    "self % 2 == 0",
    "self + 9223372036854775807 > 0",
    "self >= oldSelf",
    "self < 1.5",
    "self in [1, 2, 3]",
    "google.protobuf.Int32Value{value: self} == self",
    "google.protobuf.Int64Value{value: self} > 0 && self != google.protobuf.Int64Value{}",
    "[1, 2, 3][self] == 2",
    "uint(self) > 1u",
    "timestamp(self).getFullYear() == 1970",
  ],
  ["'got ' + string(self)", "string(10 / self)", "'from ' + string(oldSelf)"],
);

const numberKind = scalar(
  { type: "number" },
  numbers,
  [
    "self > 0.5",
    "self == double(int(self))",
    "string(self) == '1'",
    "self * 2.0 < 5.0",
    "self < 1",
    "self in [1.0, 1.5]",
  ],
  ["string(self)", "'%.1f'.format([self])"],
);

const boolKind = scalar({ type: "boolean" }, [true, false], ["self", "self || !oldSelf", "!self"], ["string(self)"]);

const times = [
  ...[
    "2020-01-01T00:00:00Z",
    "2020-01-01T01:00:00.5+01:00",
    "2021-06-30T10:00:00.123456789Z",
    "2020-02-29T23:59:59-08:00",
    "2020-01-01T00:00:00z",
    "2020-01-01t00:00:00Z",
  ],
];
const timeKind = scalar(
  { type: "string", format: "date-time" },
  times,
  [
    "self > timestamp('2020-06-01T00:00:00Z')",
    "self.getFullYear() == 2020",
    "string(self).endsWith('Z')",
    "self - timestamp('2020-01-01T00:00:00Z') < duration('24h')",
    "self.getHours('Europe/Berlin') > 5",
    "self >= oldSelf",
  ],
  ["string(self)", "'in ' + string(self.getFullYear())"],
);

const dateKind = scalar(
  { type: "string", format: "date" },
  ["2020-01-01", "2021-06-30", "0001-01-01"],
  ["self > timestamp('2020-06-01T00:00:00Z')", "self.getDayOfWeek() == 3"],
  ["string(self)"],
);

const durationKind = scalar(
  { type: "string", format: "duration" },
  ["1h", "90m", "1d", "2 weeks", "about 3 days and 2 hours", "-5s", "0", "5 MINUTES", "1.5h", "3 monthsx"],
  ["self > duration('1h')", "self.getMinutes() > 60", "string(self) == '3600s'", "self + self > duration('2h')"],
  ["string(self)"],
);

const byteKind = scalar(
  { type: "string", format: "byte", maxLength: 64 },
  ["YWJj", "aGVsbG8=", "YQ==", "-_-_", "+/+/", ""],
  ["self.size() > 3", "self == b'abc'", "string(self) == 'abc'"],
  ["string(self)"],
);

const intOrStringKind = scalar(
  { "x-kubernetes-int-or-string": true, maxLength: 64 },
  [1, 5, "50%", "a", "5", -1, 2n ** 54n],
  [
    "type(self) == int ? self > 1 : self.endsWith('%')",
    "self > 1",
    "self == '50%'",
    "self == 5",
    "type(self) == string && self.contains('5')",
    "int(self) > 2",
    "self.size() > 1",
  ],
  ["string(self)"],
);

export const scalarKinds: readonly Kind[] = [
  ...[textKind, integerKind, numberKind, boolKind, timeKind, dateKind, durationKind, byteKind, intOrStringKind],
];
