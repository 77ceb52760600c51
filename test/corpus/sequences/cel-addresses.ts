/** Rules with Kubernetes' libraries for URLs, IP addresses and CIDR ranges. */
import { objectOf, results, rules, text, texts } from "../rules.ts";
import type { Sequence } from "../sequence.ts";

const network = objectOf({ cidr: text, address: text }, { required: ["cidr", "address"] });

export const sequences: readonly Sequence[] = [
  rules("addresses: URLs", {
    isUrl: [
      text,
      "isURL(self)",
      ["https://user:pass@example.com:80/path?query=val#fragment", "/absolute", "mailto:a@example.com"],
      ["https://a:b:c/", "../relative", "example.com", ""],
    ],
    scheme: [
      text,
      "url(self).getScheme() == 'https'",
      ["https://example.com"],
      ["http://example.com", "/path", "no url"],
    ],
    host: [text, "url(self).getHost() == '[::1]:80'", ["https://[::1]:80/"], ["https://[::1]/"]],
    hostname: [
      text,
      "url(self).getHostname() == '::1'",
      ["https://[::1]:80/", "https://[::1]/"],
      ["https://127.0.0.1"],
    ],
    port: [text, "url(self).getPort() == '8080'", ["https://a:8080"], ["https://a", "https://a:80"]],
    path: [
      text,
      "url(self).getEscapedPath() == '/with%20space/'",
      ["https://a/with space/", "/with%20space/"],
      ["https://a/with-space/"],
    ],
    query: [
      text,
      "url(self).getQuery()['k2'] == ['b', 'c']",
      ["https://a/?k1=a&k2=b&k2=c"],
      ["https://a/?k2=b", "https://a/"],
    ],
    equal: [text, "url(self) == url('https://a/')", ["https://a/"], ["https://b/", "https://a"]],
    guarded: [
      text,
      "isURL(self) && url(self).getHost().endsWith('example.com')",
      ["https://a.example.com"],
      ["example.com", "https://a.test"],
    ],
  }),
  rules("addresses: IP addresses", {
    isIp: [
      text,
      "isIP(self)",
      ["127.0.0.1", "::1", "2001:db8::abcd"],
      ["127.0.0.256", ":::1", "::ffff:1.2.3.4", "fe80::1%eth0", "01.2.3.4", "1.2.3", ""],
    ],
    isIpOfFamily: [text, "isIP(self) && ip(self).family() == 6", ["::1"], ["10.1.0.1"]],
    family: [text, "ip(self).family() == 4", ["10.1.0.1"], ["::1", "10.0.0", "::ffff:1.2.3.4"]],
    isCanonical: [
      text,
      "ip.isCanonical(self)",
      ["127.0.0.1", "2001:db8::abcd"],
      ["2001:DB8::ABCD", "2001:db8::0:0:0:abcd", "none"],
    ],
    isUnspecified: [text, "ip(self).isUnspecified()", ["0.0.0.0", "::"], ["127.0.0.1", "::1"]],
    isLoopback: [text, "ip(self).isLoopback()", ["127.0.0.1", "127.9.9.9", "::1"], ["192.168.0.1"]],
    isLinkLocalMulticast: [text, "ip(self).isLinkLocalMulticast()", ["224.0.0.1", "ff02::1"], ["224.0.1.1", "fd00::1"]],
    isLinkLocalUnicast: [
      text,
      "ip(self).isLinkLocalUnicast()",
      ["169.254.169.254", "fe80::1"],
      ["192.168.0.1", "fd80::1"],
    ],
    isGlobalUnicast: [
      text,
      "ip(self).isGlobalUnicast()",
      ["192.168.0.1", "2001:db8::abcd"],
      ["255.255.255.255", "ff00::1"],
    ],
    equal: [text, "ip(self) == ip('2001:db8::1')", ["2001:db8::1", "2001:0db8:0:0::1"], ["2001:db8::2"]],
    unique: [texts, "self.all(a, self.exists_one(b, ip(a) == ip(b)))", [["10.1.0.1", "::1"]], [["::1", "0::1"]]],
  }),
  rules("addresses: CIDR ranges", {
    isCidr: [
      text,
      "isCIDR(self)",
      ["192.168.0.0/16", "::1/128", "192.168.0.1/24"],
      ["192.168.0.0/33", "::1/129", "192.168.0.0", "::ffff:1.2.3.4/24", "1.2.3.04/8", ""],
    ],
    containsIp: [text, "cidr('192.168.0.0/24').containsIP(self)", ["192.168.0.1"], ["192.168.1.1", "::1", "none"]],
    containsIpObject: [text, "cidr('192.168.0.0/24').containsIP(ip(self))", ["192.168.0.1"], ["192.168.1.1"]],
    containsCidr: [
      text,
      "cidr('192.168.0.0/16').containsCIDR(self)",
      ["192.168.10.0/24", "192.168.0.0/16"],
      ["192.0.0.0/8", "10.1.0.0/24", "x"],
    ],
    containsCidrObject: [text, "cidr('10.1.0.0/16').containsCIDR(cidr(self))", ["10.1.2.0/24"], ["11.0.0.0/16"]],
    ofData: [
      network,
      "cidr(self.cidr).containsIP(self.address)",
      [{ cidr: "fd00::/8", address: "fd00::1" }],
      [
        { cidr: "fd00::/8", address: "fe00::1" },
        { cidr: "x", address: "fd00::1" },
      ],
    ],
    family: [text, "cidr(self).ip().family() == 6", ["::1/128"], ["10.1.0.0/16"]],
    masked: [text, "cidr(self) == cidr(self).masked()", ["192.168.0.0/24"], ["192.168.0.1/24"]],
    prefixLength: [text, "cidr(self).prefixLength() >= 24", ["10.1.0.0/24", "::1/128"], ["10.1.0.0/16", "10.1.0.0"]],
  }),
  results("addresses: what their texts are", {
    ip: [text, "string(ip(self))", ["10.1.0.1", "2001:DB8:0:0::ABCD", "none"]],
    cidr: [text, "string(cidr(self))", ["192.168.0.1/24", "2001:DB8::/32", "none"]],
    masked: [text, "string(cidr(self).masked())", ["192.168.7.1/16"]],
    ipOfCidr: [text, "string(cidr(self).ip())", ["192.168.7.1/16"]],
    hostname: [text, "url(self).getHostname()", ["https://EXAMPLE.com:1", "/a"]],
    escapedPath: [text, "url(self).getEscapedPath()", ["https://a/ä b?c", "https://a"]],
    query: [text, "url(self).getQuery()['a'][0]", ["/?a=b%20c+d", "/?a", "/?b"]],
    port: [text, "url(self).getPort()", ["https://a:99999", "https://a:x"]],
  }),
];
