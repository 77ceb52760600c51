/** Rules with Kubernetes' libraries for quantities, semantic versions and named formats. */
import { integer, objectOf, results, rules, text, texts } from "../rules.ts";
import type { Sequence } from "../sequence.ts";

const intOrText = { "x-kubernetes-int-or-string": true };
const resources = objectOf({ request: text, limit: text });

export const sequences: readonly Sequence[] = [
  rules("quantities: quantities", {
    isQuantity: [
      text,
      "isQuantity(self)",
      ["1.5G", "200k", "1Gi", "10000k", "1e3", "0", "-1", "Mi"],
      ["200K", "Three", "1,3G", ""],
    ],
    isInteger: [text, "quantity(self).isInteger()", ["50k", "50000"], ["99999999999G", "0.5", "x"]],
    asInteger: [
      text,
      "quantity(self).asInteger() == 50000",
      ["50k", "50000"],
      ["1", "9999999999999999999999999999999999999G"],
    ],
    asApproximateFloat: [text, "quantity(self).asApproximateFloat() == 0.5", ["500m", "0.5"], ["1"]],
    sign: [text, "sign(quantity(self)) == 1", ["50k", "1m"], ["0", "-50k"]],
    isGreaterThan: [text, "quantity(self).isGreaterThan(quantity('100Mi'))", ["1Gi", "101Mi"], ["100Mi", "100M"]],
    isLessThan: [text, "quantity(self).isLessThan(quantity('1'))", ["999m"], ["1", "1000m"]],
    compareTo: [text, "quantity(self).compareTo(quantity('200M')) == 0", ["200M", "0.2G"], ["200Mi", "1"]],
    equal: [text, "quantity(self) == quantity('1Gi')", ["1Gi", "1024Mi"], ["1G"]],
    add: [text, "quantity(self).add(quantity('50k')) == quantity('100k')", ["50k"], ["50"]],
    addInteger: [text, "quantity(self).add(20) == quantity('70')", ["50"], ["50k"]],
    sub: [text, "sign(quantity(self).sub(quantity('20'))) >= 0", ["20", "1k"], ["19"]],
    subInteger: [text, "sign(quantity(self).sub(20)) > 0", ["21"], ["20"]],
    limit: [
      resources,
      "!has(self.request) || !has(self.limit) || quantity(self.request).compareTo(quantity(self.limit)) <= 0",
      [{}, { request: "1" }, { request: "500m", limit: "1" }],
      [
        { request: "2", limit: "1500m" },
        { request: "two", limit: "1" },
      ],
    ],
    intOrText: [intOrText, "type(self) == int ? self > 0 : sign(quantity(self)) > 0", [1, "1Mi"], [0, "0", "x"]],
    sum: [texts, "self.map(x, quantity(x)).all(x, x.isLessThan(quantity('10')))", [["1", "9"], []], [["10"]]],
  }),
  rules("quantities: semantic versions", {
    isSemver: [
      text,
      "isSemver(self)",
      ["1.0.0", "0.1.0-alpha.1", "1.2.3+build"],
      ["v1.0", "1.0", "hello", "01.1.1", ""],
    ],
    isSemverNormalized: [
      text,
      "isSemver(self, true)",
      ["v1.0", "1", "01.01.01", "1.0.0-rc.1"],
      ["hello", "1.2.3.4", "v"],
    ],
    isLessThan: [
      text,
      "semver(self).isLessThan(semver('1.2.3'))",
      ["1.2.2", "1.2.3-rc1", "0.9.0"],
      ["1.2.3", "1.10.0", "1.2"],
    ],
    isGreaterThan: [text, "semver(self).isGreaterThan(semver('1.2.3'))", ["1.10.0", "2.0.0"], ["1.2.3", "1.2.3+build"]],
    compareTo: [text, "semver(self).compareTo(semver('1.2.3')) == 0", ["1.2.3", "1.2.3+b"], ["1.2.4"]],
    major: [text, "semver(self).major() == 1", ["1.9.9"], ["2.0.0"]],
    minor: [text, "semver(self).minor() >= 27", ["1.36.3"], ["1.26.9"]],
    patch: [text, "semver(self).patch() == 3", ["1.36.3"], ["1.36.4"]],
    normalized: [text, "semver(self, true).minor() == 0", ["v2", "2.0"], ["v2.1", "x"]],
    equal: [text, "semver(self) == semver('1.0.0')", ["1.0.0"], ["1.0.0-a", "1.0.1"]],
  }),
  rules("quantities: named formats", {
    dns1123Label: [
      text,
      "!format.dns1123Label().validate(self).hasValue()",
      ["my-label"],
      ["My-label", "a.b", "", "-a"],
    ],
    dns1123Subdomain: [text, "!format.dns1123Subdomain().validate(self).hasValue()", ["a.example.com"], ["a..b", "A"]],
    dns1035Label: [text, "!format.dns1035Label().validate(self).hasValue()", ["a1"], ["1a"]],
    qualifiedName: [
      text,
      "!format.qualifiedName().validate(self).hasValue()",
      ["example.com/Name", "name"],
      ["a/b/c", "-a"],
    ],
    dns1123LabelPrefix: [text, "!format.dns1123LabelPrefix().validate(self).hasValue()", ["my-"], ["-my"]],
    dns1123SubdomainPrefix: [text, "!format.dns1123SubdomainPrefix().validate(self).hasValue()", ["my.a-"], ["_"]],
    dns1035LabelPrefix: [text, "!format.dns1035LabelPrefix().validate(self).hasValue()", ["my-"], ["1my-"]],
    labelValue: [text, "!format.labelValue().validate(self).hasValue()", ["A_b.c", ""], ["a b", "-"]],
    uri: [text, "!format.uri().validate(self).hasValue()", ["https://example.com"], ["example.com"]],
    uuid: [text, "!format.uuid().validate(self).hasValue()", ["11111111-1111-1111-1111-111111111111"], ["1234"]],
    byte: [text, "!format.byte().validate(self).hasValue()", ["aGVsbG8="], ["aGVsbG8", "ä"]],
    date: [text, "!format.date().validate(self).hasValue()", ["2001-02-03"], ["2001-02-31", "2001-2-3"]],
    datetime: [text, "!format.datetime().validate(self).hasValue()", ["2001-02-03T04:05:06Z"], ["2001-02-03"]],
    named: [text, "format.named(self).hasValue()", ["dns1123Label", "uuid"], ["nothing", "DNS1123Label"]],
    namedOfData: [
      objectOf({ format: text, value: text }, { required: ["format", "value"] }),
      "!format.named(self.format).value().validate(self.value).hasValue()",
      [{ format: "labelValue", value: "a" }],
      [
        { format: "labelValue", value: "a b" },
        { format: "none", value: "a" },
      ],
    ],
  }),
  results("quantities: what functions give", {
    labelErrors: [text, "format.dns1123Label().validate(self).value()[0]", ["A", "x".repeat(64), "a"]],
    subdomainErrors: [text, "format.dns1123Subdomain().validate(self).value()[0]", ["A"]],
    dns1035Errors: [text, "format.dns1035Label().validate(self).value()[0]", ["1"]],
    qualifiedNameErrors: [text, "format.qualifiedName().validate(self).value()[0]", ["a/b/c", ""]],
    labelValueErrors: [text, "format.labelValue().validate(self).value()[0]", ["a b"]],
    uriErrors: [text, "format.uri().validate(self).value()[0]", ["example.com", "%zz"]],
    uuidErrors: [text, "format.uuid().validate(self).value()[0]", ["1234"]],
    byteErrors: [text, "format.byte().validate(self).value()[0]", ["ä"]],
    dateErrors: [text, "format.date().validate(self).value()[0]", ["2001-02-31"]],
    datetimeErrors: [text, "format.datetime().validate(self).value()[0]", ["now"]],
    asInteger: [text, "string(quantity(self).asInteger())", ["1Ki", "-5", "0.5"]],
    asFloat: [text, "string(quantity(self).asApproximateFloat())", ["1Ki", "0.1", "1n", "-1E"]],
    sum: [integer, "string(quantity('1k').add(self).asInteger())", [24, -1000]],
    parts: [
      text,
      "'%d.%d.%d'.format([semver(self, true).major(), semver(self, true).minor(), semver(self, true).patch()])",
      ["v1", "01.02.3-rc.1", "x"],
    ],
  }),
];
