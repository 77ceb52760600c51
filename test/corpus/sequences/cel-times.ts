/** Rules with timestamps and durations, from texts and from properties of those formats. */
import { objectOf, results, rules, text } from "../rules.ts";
import type { Sequence } from "../sequence.ts";

const time = { type: "string", format: "date-time" };
const date = { type: "string", format: "date" };
const span = { type: "string", format: "duration" };
const period = objectOf({ start: time, end: time, length: span }, { required: ["start"] });

export const sequences: readonly Sequence[] = [
  rules("times: comparing and reckoning", {
    before: [
      time,
      "self < timestamp('2001-06-01T00:00:00Z')",
      ["2001-05-31T23:59:59Z", "2001-06-01T01:00:00+02:00"],
      ["2001-06-01T00:00:00Z"],
    ],
    equal: [
      time,
      "self == timestamp('2001-01-01T12:00:00Z')",
      ["2001-01-01T12:00:00Z", "2001-01-01T13:00:00+01:00", "2001-01-01T12:00:00.000Z"],
      ["2001-01-01T12:00:01Z"],
    ],
    order: [
      period,
      "!has(self.end) || self.end > self.start",
      [{ start: "2001-01-01T00:00:00Z" }, { start: "2001-01-01T00:00:00Z", end: "2001-01-02T00:00:00Z" }],
      [{ start: "2001-01-01T00:00:00Z", end: "2001-01-01T00:00:00Z" }],
    ],
    difference: [
      period,
      "self.end - self.start == self.length",
      [{ start: "2001-01-01T00:00:00Z", end: "2001-01-01T01:30:00Z", length: "1h30m" }],
      [{ start: "2001-01-01T00:00:00Z", end: "2001-01-01T01:30:00Z", length: "1h" }, { start: "2001-01-01T00:00:00Z" }],
    ],
    later: [
      period,
      "self.start + self.length == timestamp('2001-01-01T01:00:00Z')",
      [{ start: "2001-01-01T00:00:00Z", length: "60m" }],
      [{ start: "2001-01-01T00:00:00Z", length: "61m" }],
    ],
    earlier: [
      time,
      "self - duration('24h') < timestamp('2001-01-01T00:00:00Z')",
      ["2001-01-01T23:00:00Z"],
      ["2001-01-02T00:00:00Z"],
    ],
    date: [date, "self == timestamp('2001-02-03T00:00:00Z')", ["2001-02-03"], ["2001-02-04"]],
    dateParts: [date, "self.getDayOfWeek() in [0, 6]", ["2001-02-03", "2001-02-04"], ["2001-02-05"]],
    ofText: [
      text,
      "timestamp(self).getFullYear() == 2001",
      ["2001-02-03T04:05:06Z"],
      ["2002-02-03T04:05:06Z", "2001", ""],
    ],
    year: [time, "self.getFullYear() == 2001", ["2001-12-31T23:59:59Z"], ["2002-01-01T00:00:00Z"]],
    yearElsewhere: [
      time,
      "self.getFullYear('Europe/Berlin') == 2002",
      ["2001-12-31T23:30:00Z"],
      ["2001-12-31T22:30:00Z"],
    ],
    hourElsewhere: [time, "self.getHours('+05:30') == 6", ["2001-01-01T00:45:00Z"], ["2001-01-01T06:00:00Z"]],
    zoneOfData: [
      objectOf({ at: time, zone: text }, { required: ["at", "zone"] }),
      "self.at.getHours(self.zone) == 1",
      [{ at: "2001-01-01T00:00:00Z", zone: "Europe/Paris" }],
      [
        { at: "2001-01-01T00:00:00Z", zone: "UTC" },
        { at: "2001-01-01T00:00:00Z", zone: "Nowhere/Land" },
      ],
    ],
  }),
  rules("times: durations", {
    ofProperty: [span, "self <= duration('1h')", ["1h", "59m", "3600s", "0"], ["61m", "2h"]],
    ofText: [text, "duration(self) > duration('0s')", ["1s", "1ms"], ["0s", "-1s", "1d", "one second", ""]],
    hours: [span, "self.getHours() == 1", ["1h59m"], ["59m", "2h"]],
    minutes: [span, "self.getMinutes() == 90", ["1h30m"], ["1h"]],
    seconds: [span, "self.getSeconds() >= 5", ["5s", "1m"], ["4999ms"]],
    milliseconds: [span, "self.getMilliseconds() == 1500", ["1.5s"], ["1s"]],
    sum: [span, "self + duration('30m') == duration('1h')", ["30m"], ["29m"]],
    difference: [span, "self - duration('30m') > duration('0s')", ["31m"], ["30m"]],
    equal: [span, "self == duration('90s')", ["90s", "1m30s"], ["91s"]],
    days: [span, "self >= duration('24h')", ["24h", "1d", "1 day"], ["23h"]],
  }),
  results("times: what their parts are", {
    parts: [
      time,
      "'%d %d %d %d %d %d'.format([self.getFullYear(), self.getMonth(), self.getDate(), self.getDayOfMonth(), self.getDayOfWeek(), self.getDayOfYear()])",
      ["2001-02-03T04:05:06.789Z", "2001-12-31T23:59:59-01:00"],
    ],
    clock: [
      time,
      "'%d %d %d %d'.format([self.getHours(), self.getMinutes(), self.getSeconds(), self.getMilliseconds()])",
      ["2001-02-03T04:05:06.789Z", "2001-02-03T04:05:06+09:30"],
    ],
    elsewhere: [
      time,
      "'%d %d'.format([self.getHours('America/New_York'), self.getDate('-11:00')])",
      ["2001-07-01T04:00:00Z", "2001-01-01T04:00:00Z"],
    ],
    text: [time, "string(self)", ["2001-02-03T04:05:06+09:30", "2001-02-03t04:05:06z", "2001-02-03T04:05:06.100Z"]],
    date: [date, "string(self)", ["2001-02-03"]],
    seconds: [time, "string(int(self))", ["2001-02-03T04:05:06.9Z", "1969-12-31T23:59:59Z"]],
    duration: [span, "string(self)", ["1h30m", "1.5s", "1d", "2 weeks", "-5s"]],
    difference: [
      time,
      "string(self - timestamp('2001-01-01T00:00:00Z'))",
      ["2001-01-02T00:00:00Z", "2000-12-31T23:59:59.5Z"],
    ],
    tooFar: [time, "string(self - timestamp('0001-01-01T00:00:00Z'))", ["2001-01-02T00:00:00Z"]],
    tooLate: [time, "string(self + duration('1h'))", ["9999-12-31T23:59:59Z"]],
    hours: [span, "'%d %d %d'.format([self.getHours(), self.getMinutes(), self.getMilliseconds()])", ["1h30m", "-90s"]],
  }),
];
