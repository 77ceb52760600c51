/** Rules in the manner of the definitions that people install: certificates, meshes, autoscalers, clusters. */
import { bool, byKey, changes, integer, listOf, mapOf, objectOf, results, rules, text, texts } from "../rules.ts";
import type { Sequence } from "../sequence.ts";

const secretRef = objectOf({ name: text, key: text });
const issuer = objectOf({
  acme: objectOf({ server: text }),
  ca: secretRef,
  vault: objectOf({ path: text }),
  selfSigned: objectOf({}),
});

export const sequences: readonly Sequence[] = [
  rules("real life: certificates and issuers", {
    oneIssuer: [
      issuer,
      {
        rule: "[has(self.acme), has(self.ca), has(self.vault), has(self.selfSigned)].exists_one(x, x)",
        message: "exactly one issuer type must be set",
      },
      [{ selfSigned: {} }, { ca: { name: "a" } }],
      [{}, { ca: {}, vault: {} }],
    ],
    renewBefore: [
      objectOf({ duration: text, renewBefore: text }),
      {
        rule: "!has(self.renewBefore) || !has(self.duration) || duration(self.renewBefore) < duration(self.duration)",
        messageExpression: "'renewBefore %s must be less than duration %s'.format([self.renewBefore, self.duration])",
      },
      [{ duration: "2160h", renewBefore: "360h" }, {}],
      [
        { duration: "1h", renewBefore: "1h" },
        { duration: "1h", renewBefore: "2d" },
      ],
    ],
    renewBeforePercentage: [
      objectOf({ renewBefore: text, renewBeforePercentage: integer }),
      {
        rule: "!(has(self.renewBefore) && has(self.renewBeforePercentage))",
        message: "mutually exclusive",
        reason: "FieldValueForbidden",
        fieldPath: ".renewBeforePercentage",
      },
      [{ renewBefore: "1h" }],
      [{ renewBefore: "1h", renewBeforePercentage: 5 }],
    ],
    keySize: [
      objectOf({ algorithm: text, size: integer }),
      {
        rule: "self.?algorithm.orValue('RSA') == 'RSA' ? self.?size.orValue(2048) in [2048, 4096, 8192] : self.?size.orValue(256) in [256, 384, 521]",
        message: "invalid key size",
      },
      [{}, { algorithm: "ECDSA", size: 384 }, { algorithm: "RSA", size: 4096 }],
      [{ size: 1024 }, { algorithm: "ECDSA", size: 2048 }],
    ],
    names: [
      objectOf({ commonName: text, dnsNames: texts, ipAddresses: texts }),
      {
        rule: "has(self.commonName) || (has(self.dnsNames) && size(self.dnsNames) > 0) || (has(self.ipAddresses) && size(self.ipAddresses) > 0)",
        message: "at least one of commonName, dnsNames, ipAddresses must be set",
      },
      [{ commonName: "a" }, { ipAddresses: ["127.0.0.1"] }],
      [{}, { dnsNames: [] }],
    ],
    addresses: [
      texts,
      { rule: "self.all(a, isIP(a))", message: "ipAddresses must be IP addresses" },
      [["127.0.0.1", "::1"]],
      [["localhost"]],
    ],
    wildcard: [
      texts,
      {
        rule: "self.all(n, !n.contains('*') || (n.startsWith('*.') && !n.substring(1).contains('*')))",
        message: "a wildcard is only allowed as the first label",
      },
      [["*.example.com", "a"]],
      [["a.*.b"], ["*.*.a"]],
    ],
    email: [
      text,
      { rule: "self.matches('^[^@ ]+@[^@ ]+$')", message: "must be an email address" },
      ["a@example.com"],
      ["a", "a@b@c"],
    ],
  }),
  rules("real life: meshes", {
    exactlyOneMatch: [
      objectOf({ exact: text, prefix: text, regex: text }),
      {
        rule: "(has(self.exact) ? 1 : 0) + (has(self.prefix) ? 1 : 0) + (has(self.regex) ? 1 : 0) <= 1",
        message: "At most one of [exact prefix regex] should be set",
      },
      [{}, { exact: "a" }],
      [{ exact: "a", prefix: "b" }],
    ],
    durationAtLeastMillisecond: [
      text,
      { rule: "duration(self) >= duration('1ms')", message: "must be a valid duration greater than 1ms" },
      ["1ms", "1h"],
      ["1us", "now"],
    ],
    selectorOrTargets: [
      objectOf({ selector: objectOf({ matchLabels: mapOf(text) }), targetRefs: listOf(objectOf({ name: text })) }),
      {
        rule: "(has(self.selector) ? 1 : 0) + (has(self.targetRefs) ? 1 : 0) <= 1",
        message: "only one of targetRefs or selector can be set",
      },
      [{ selector: {} }, { targetRefs: [] }],
      [{ selector: {}, targetRefs: [] }],
    ],
    labels: [
      mapOf(text),
      [
        { rule: "self.all(key, key.size() != 0)", message: "key must not be empty" },
        { rule: "self.all(key, !key.contains('*'))", message: "wildcard not allowed in label key match" },
        { rule: "self.all(key, !self[key].contains('*'))", message: "wildcard not allowed in label value match" },
      ],
      [{ app: "a" }, {}],
      [{ "a*": "b" }, { a: "*" }, { "": "a" }],
    ],
    weights: [
      listOf(objectOf({ host: text, weight: integer })),
      {
        rule: "size(self) < 2 || self.map(r, has(r.weight) ? r.weight : 0).sum() == 100",
        message: "weights must add up to 100",
      },
      [[{ host: "a" }], [{ weight: 30 }, { weight: 70 }]],
      [[{ weight: 30 }, { weight: 60 }]],
    ],
    ports: [
      listOf(integer),
      {
        rule: "self.all(p, p > 0 && p < 65536)",
        messageExpression: "'bad ports: %s'.format([self.filter(p, p <= 0 || p >= 65536)])",
      },
      [[80]],
      [[0, 80, 70000]],
    ],
    hosts: [
      texts,
      { rule: "self.all(h, h != '*') || size(self) == 1", message: "a wildcard host stands alone" },
      [["*"], ["a", "b"]],
      [["*", "a"]],
    ],
    cidrs: [
      texts,
      { rule: "self.all(c, isCIDR(c) || isIP(c))", message: "must be addresses or ranges" },
      [["192.168.0.0/16", "::1"]],
      [["192.168.0.0/99"]],
    ],
  }),
  rules("real life: workloads and clusters", {
    replicas: [
      objectOf({ minReplicas: integer, maxReplicas: integer }),
      {
        rule: "!has(self.minReplicas) || !has(self.maxReplicas) || self.minReplicas <= self.maxReplicas",
        message: "minReplicas must not be more than maxReplicas",
        fieldPath: ".minReplicas",
      },
      [{ minReplicas: 1, maxReplicas: 1 }, {}],
      [{ minReplicas: 2, maxReplicas: 1 }],
    ],
    oddMembers: [
      integer,
      { rule: "self % 2 == 1", message: "an etcd cluster needs an odd number of members", reason: "FieldValueInvalid" },
      [1, 3],
      [2],
    ],
    schedule: [
      text,
      { rule: "self.split(' ').size() == 5", message: "a schedule has five parts" },
      ["0 0 * * *"],
      ["@daily"],
    ],
    storage: [
      objectOf({ size: text, class: text }),
      {
        rule: "!has(self.size) || (isQuantity(self.size) && quantity(self.size).compareTo(quantity('1Gi')) >= 0)",
        message: "at least 1Gi",
      },
      [{ size: "2Gi" }, {}],
      [{ size: "500Mi" }, { size: "big" }],
    ],
    version: [
      text,
      { rule: "isSemver(self, true) && semver(self, true).compareTo(semver('1.30.0')) >= 0", message: "at least 1.30" },
      ["v1.36.3", "1.30"],
      ["1.29.9", "latest"],
    ],
    labelKeys: [
      mapOf(text),
      {
        rule: "self.all(k, !format.qualifiedName().validate(k).hasValue() && !format.labelValue().validate(self[k]).hasValue())",
        message: "must be labels",
      },
      [{ "example.com/a": "b" }],
      [{ "a b": "c" }, { a: "b c" }],
    ],
    conditions: [
      byKey("type", { type: text, status: text, reason: text }),
      {
        rule: "!self.exists(c, c.type == 'Ready' && c.status == 'True') || !self.exists(c, c.type == 'Degraded' && c.status == 'True')",
        message: "not ready and degraded at once",
      },
      [[{ type: "Ready", status: "True" }]],
      [
        [
          { type: "Ready", status: "True" },
          { type: "Degraded", status: "True" },
        ],
      ],
    ],
    quorum: [
      objectOf({ members: texts, quorum: integer, strict: bool }),
      "!has(self.strict) || !self.strict || self.quorum > size(self.members) / 2",
      [{ strict: true, members: ["a", "b", "c"], quorum: 2 }, { members: [] }],
      [{ strict: true, members: ["a", "b", "c"], quorum: 1 }],
    ],
    uniquePorts: [
      listOf(objectOf({ port: integer, protocol: text }, { required: ["port"] })),
      {
        rule: "self.all(a, self.exists_one(b, a.port == b.port && (has(a.protocol) ? a.protocol : 'TCP') == (has(b.protocol) ? b.protocol : 'TCP')))",
        message: "ports must be unique",
      },
      [[{ port: 1 }, { port: 1, protocol: "UDP" }]],
      [[{ port: 1 }, { port: 1, protocol: "TCP" }]],
    ],
  }),
  changes("real life: what cannot change", {
    storageClass: [
      objectOf({ storageClassName: text, size: text }),
      [
        {
          rule: "!has(oldSelf.storageClassName) || (has(self.storageClassName) && self.storageClassName == oldSelf.storageClassName)",
          message: "storageClassName is immutable",
        },
        {
          rule: "!has(oldSelf.size) || (has(self.size) && !quantity(self.size).isLessThan(quantity(oldSelf.size)))",
          message: "size cannot shrink",
        },
      ],
      [
        [
          { storageClassName: "a", size: "1Gi" },
          { storageClassName: "a", size: "2Gi" },
        ],
      ],
      [
        [{ storageClassName: "a" }, { storageClassName: "b" }],
        [{ size: "2Gi" }, { size: "2G" }],
        [{ storageClassName: "a" }, {}],
      ],
    ],
    noDowngrade: [
      text,
      {
        rule: "!semver(self).isLessThan(semver(oldSelf))",
        messageExpression: "'cannot go back from %s to %s'.format([oldSelf, self])",
      },
      [["1.2.3", "1.3.0"]],
      [["1.3.0", "1.2.9"]],
    ],
    networks: [
      listOf(text, { "x-kubernetes-list-type": "set" }),
      { rule: "sets.contains(self, oldSelf)", message: "networks can only be added" },
      [[["a"], ["b", "a"]]],
      [[["a", "b"], ["a"]]],
    ],
    paused: [
      objectOf({ paused: bool, replicas: integer }),
      {
        rule: "!(has(oldSelf.paused) && oldSelf.paused && has(self.paused) && self.paused) || self.?replicas == oldSelf.?replicas",
        message: "paused: replicas cannot change",
      },
      [
        [
          { paused: true, replicas: 1 },
          { paused: false, replicas: 2 },
        ],
      ],
      [
        [
          { paused: true, replicas: 1 },
          { paused: true, replicas: 2 },
        ],
      ],
    ],
  }),
  results("real life: messages that name the culprit", {
    duplicates: [
      texts,
      "'duplicates: ' + self.filter(x, self.filter(y, x == y).size() > 1)[0]",
      [["a", "b", "b"], ["a"]],
    ],
    missing: [mapOf(text), "'missing label %s'.format([['app', 'team'].filter(l, !(l in self))])", [{ app: "a" }, {}]],
    first: [
      listOf(objectOf({ name: text }, { required: ["name"] })),
      "'first is %s of %d'.format([self[0].name, size(self)])",
      [[{ name: "a" }, { name: "b" }], []],
    ],
    choice: [
      objectOf({ mode: text }),
      "has(self.mode) ? 'mode %s is unknown'.format([self.mode]) : 'say a mode'",
      [{ mode: "x" }, {}],
    ],
  }),
];
