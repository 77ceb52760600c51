/** Rules in the manner of the definitions that people install: gateways and their routes. */
import { byKey, integer, listOf, mapOf, objectOf, rules, text, texts } from "../rules.ts";
import type { Sequence } from "../sequence.ts";

const listener = {
  name: text,
  port: integer,
  protocol: text,
  hostname: text,
  tls: objectOf({ mode: text, certificateRefs: listOf(objectOf({ name: text })) }),
};
const backend = objectOf(
  { group: text, kind: text, name: text, port: integer, weight: integer },
  { required: ["name"] },
);
const filter = objectOf(
  { type: text, requestRedirect: objectOf({ scheme: text }), urlRewrite: objectOf({ path: text }) },
  { required: ["type"] },
);

export const sequences: readonly Sequence[] = [
  rules("real life: gateways and routes", {
    distinctListeners: [
      byKey("name", listener),
      {
        rule: "self.all(l1, self.exists_one(l2, l1.port == l2.port && l1.protocol == l2.protocol && (has(l1.hostname) && has(l2.hostname) ? l1.hostname == l2.hostname : !has(l1.hostname) && !has(l2.hostname))))",
        message: "Combination of port, protocol and hostname must be unique for each listener",
      },
      [
        [
          { name: "a", port: 80, protocol: "HTTP" },
          { name: "b", port: 443, protocol: "HTTPS" },
        ],
        [
          { name: "a", port: 80, protocol: "HTTP", hostname: "a" },
          { name: "b", port: 80, protocol: "HTTP", hostname: "b" },
        ],
      ],
      [
        [
          { name: "a", port: 80, protocol: "HTTP" },
          { name: "b", port: 80, protocol: "HTTP" },
        ],
      ],
    ],
    tlsForSomeProtocols: [
      byKey("name", listener),
      {
        rule: "self.all(l, l.protocol in ['HTTP', 'TCP', 'UDP'] ? !has(l.tls) : true)",
        message: "tls must not be specified for protocols ['HTTP', 'TCP', 'UDP']",
      },
      [
        [
          { name: "a", protocol: "HTTPS", tls: {} },
          { name: "b", protocol: "HTTP" },
        ],
      ],
      [[{ name: "a", protocol: "HTTP", tls: { mode: "Terminate" } }]],
    ],
    certificatesToTerminate: [
      objectOf({ mode: text, certificateRefs: texts, options: mapOf(text) }),
      {
        rule: "self.mode == 'Terminate' ? size(self.certificateRefs) > 0 || size(self.options) > 0 : true",
        message: "certificateRefs or options must be specified when mode is Terminate",
      },
      [
        { mode: "Passthrough" },
        { mode: "Terminate", certificateRefs: ["a"] },
        { mode: "Terminate", certificateRefs: [], options: { a: "b" } },
      ],
      [{ mode: "Terminate", certificateRefs: [], options: {} }, { mode: "Terminate" }],
    ],
    portOfService: [
      backend,
      {
        rule: "(size(self.group) == 0 && self.kind == 'Service') ? has(self.port) : true",
        message: "Must have port for Service reference",
      },
      [
        { name: "a", group: "", kind: "Service", port: 80 },
        { name: "a", group: "x.example.com", kind: "Bucket" },
      ],
      [
        { name: "a", group: "", kind: "Service" },
        { name: "a", kind: "Service" },
      ],
    ],
    redirectOrRewrite: [
      listOf(filter),
      [
        {
          rule: "!(self.exists(f, f.type == 'RequestRedirect') && self.exists(f, f.type == 'URLRewrite'))",
          message: "May specify either httpRouteFilterRequestRedirect or httpRouteFilterRequestRewrite, but not both",
        },
        {
          rule: "self.filter(f, f.type == 'RequestRedirect').size() <= 1",
          message: "RequestRedirect filter cannot be repeated",
        },
      ],
      [[{ type: "RequestRedirect" }], []],
      [
        [{ type: "RequestRedirect" }, { type: "URLRewrite" }],
        [{ type: "RequestRedirect" }, { type: "RequestRedirect" }],
      ],
    ],
    filterOfType: [
      filter,
      [
        {
          rule: "!(has(self.requestRedirect) && self.type != 'RequestRedirect')",
          message: "filter.requestRedirect must be nil if the filter.type is not RequestRedirect",
        },
        {
          rule: "!(!has(self.requestRedirect) && self.type == 'RequestRedirect')",
          message: "filter.requestRedirect must be specified for RequestRedirect filter.type",
        },
      ],
      [{ type: "RequestRedirect", requestRedirect: {} }, { type: "URLRewrite" }],
      [{ type: "URLRewrite", requestRedirect: {} }, { type: "RequestRedirect" }],
    ],
    pathValue: [
      objectOf({ type: text, value: text }, { required: ["type", "value"] }),
      [
        {
          rule: "(self.type in ['Exact','PathPrefix']) ? self.value.startsWith('/') : true",
          message: "value must be an absolute path and start with '/' when type one of ['Exact', 'PathPrefix']",
        },
        {
          rule: "(self.type in ['Exact','PathPrefix']) ? !self.value.contains('//') : true",
          message: "must not contain '//' when type one of ['Exact', 'PathPrefix']",
        },
        {
          rule: '(self.type in [\'Exact\',\'PathPrefix\']) ? self.value.matches(r"""^(?:[-A-Za-z0-9/._~!$&\'()*+,;=:@]|[%][0-9a-fA-F]{2})+$""") : true',
          message: "must only contain valid characters",
        },
      ],
      [
        { type: "Exact", value: "/a/b" },
        { type: "RegularExpression", value: "a//" },
      ],
      [
        { type: "Exact", value: "a" },
        { type: "PathPrefix", value: "//" },
        { type: "Exact", value: "/ä" },
      ],
    ],
    queryParamsUnique: [
      objectOf({ name: text, value: text }),
      "has(self.name) ? self.name.matches('^[A-Za-z0-9!#$%&\\'*+\\\\-.^_\\x60|~]+$') : true",
      [{ name: "a-b" }, {}],
      [{ name: "a b" }],
    ],
    crossNamespaceParents: [
      listOf(objectOf({ name: text, namespace: text, sectionName: text }, { required: ["name"] })),
      {
        rule: "self.all(p1, self.all(p2, p1.name != p2.name || ((!has(p1.sectionName) || p1.sectionName == '') == (!has(p2.sectionName) || p2.sectionName == ''))))",
        message: "sectionName must be specified when parentRefs includes 2 or more references to the same parent",
      },
      [
        [{ name: "a" }, { name: "b", sectionName: "x" }],
        [
          { name: "a", sectionName: "x" },
          { name: "a", sectionName: "y" },
        ],
      ],
      [[{ name: "a" }, { name: "a", sectionName: "x" }]],
    ],
    timeouts: [
      objectOf({ request: text, backendRequest: text }),
      {
        rule: "!(has(self.request) && has(self.backendRequest) && duration(self.request) != duration('0s') && duration(self.backendRequest) > duration(self.request))",
        message: "backendRequest timeout cannot be longer than request timeout",
      },
      [{ request: "10s", backendRequest: "5s" }, { request: "0s", backendRequest: "5s" }, { request: "1s" }],
      [
        { request: "5s", backendRequest: "10s" },
        { request: "x", backendRequest: "10s" },
      ],
    ],
  }),
];
