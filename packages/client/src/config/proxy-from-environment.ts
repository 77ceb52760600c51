/** The proxy that the environment names for a server, by Go's rules: those of every other client of Kubernetes. */
import { BlockList, isIP } from "node:net";
import { UsageError } from "@pintle/machinery";

type Environment = Readonly<Record<string, string | undefined>>;

/** `HTTPS_PROXY` or `HTTP_PROXY`, unless the server is this machine or stands in `NO_PROXY`. Names in lower case do as well. */
export function proxyFromEnvironment(server: string, environment: Environment): string | undefined {
  const { protocol, hostname, port } = new URL(server);
  const name = protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY";
  const proxy = variableOf(environment, name);
  const host = hostname.replaceAll(/^\[|\]$/g, "");
  const target = { host, port: port || (protocol === "https:" ? "443" : "80") };
  if (proxy === "" || isThisMachine(host) || isExcepted(target, variableOf(environment, "NO_PROXY"))) return undefined;
  return parseProxy(proxy, name);
}

function variableOf(environment: Environment, name: string): string {
  return environment[name] || environment[name.toLowerCase()] || "";
}

/** A host alone is a proxy that speaks HTTP. */
function parseProxy(proxy: string, name: string): string {
  const text = proxy.includes("://") ? proxy : `http://${proxy}`;
  if (/^(https?|socks5):\/\//.test(text) && URL.canParse(text)) return text;
  throw new UsageError(
    "PINTLE_PROXY_INVALID",
    `the variable ${name} has to be a URL with http, https or socks5, or be unset`,
  );
}

function isThisMachine(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}

interface Target {
  readonly host: string;
  readonly port: string;
}

function isExcepted(target: Target, list: string): boolean {
  return list
    .split(",")
    .map((entry) => entry.trim().toLowerCase())
    .some((entry) => entry !== "" && matches(target, entry));
}

function matches({ host, port }: Target, entry: string): boolean {
  if (entry === "*") return true;
  if (entry.includes("/")) return isInSubnet(host, entry);
  const [, name = entry, entryPort] = /^(.*?):(\d+)$/.exec(isIP(entry) === 6 ? "" : entry) ?? [];
  if (name === "" || (entryPort !== undefined && entryPort !== port)) return false;
  const wanted = entryPort === undefined ? name : name.replaceAll(/^\[|\]$/g, "");
  if (isIP(wanted) !== 0 || isIP(host) !== 0) return wanted === host;
  if (wanted.startsWith("*.")) return host.endsWith(wanted.slice(1));
  return wanted.startsWith(".") ? host.endsWith(wanted) : host === wanted || host.endsWith(`.${wanted}`);
}

function isInSubnet(host: string, entry: string): boolean {
  const [network = "", prefix = ""] = entry.split("/");
  const family = isIP(network);
  const bits = Number(prefix);
  if (family === 0 || isIP(host) !== family || !/^\d{1,3}$/.test(prefix) || bits > (family === 4 ? 32 : 128))
    return false;
  const subnet = new BlockList();
  const kind = family === 4 ? "ipv4" : "ipv6";
  subnet.addSubnet(network, bits, kind);
  return subnet.check(host, kind);
}
