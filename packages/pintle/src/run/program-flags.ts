/**
 * What a program can be told on its command line and by its environment, under kubebuilder's names, so that manifests and habits fit.
 *
 * Words are written as Go's programs take them: `--leader-elect`, `--leader-elect=false`, `--kubeconfig file` and `--kubeconfig=file`, with one dash
 * or two.
 */
import { parseArgs } from "node:util";
import { type LogLevel, UsageError, validateNamespaceName } from "@pintle/machinery";
import { parseBindAddress } from "@pintle/runtime";
import { FlagError, readSwitch } from "./read-switch.ts";

export interface ProgramFlags {
  readonly help: boolean;
  readonly kubeconfig: string | undefined;
  readonly context: string | undefined;
  /** `0` for none. */
  readonly metricsBindAddress: string;
  readonly metricsSecure: boolean;
  readonly healthProbeBindAddress: string;
  readonly leaderElect: boolean;
  readonly leaderElectionId: string | undefined;
  readonly leaderElectionNamespace: string | undefined;
  readonly webhookPort: number;
  readonly webhookCertPath: string | undefined;
  readonly webhookUrlHost: string | undefined;
  /** Whether webhooks are served, where there are some. */
  readonly webhooks: boolean;
  readonly install: boolean;
  /** Nothing for all. */
  readonly namespaces: readonly string[] | undefined;
  readonly logLevel: LogLevel;
  readonly logFormat: "console" | "json";
  /** Of the program, where its environment says one. */
  readonly name: string | undefined;
}

export interface FlagDescription {
  /** What its value stands for in the help; a flag without one is on or off. */
  readonly value?: string;
  readonly text: string;
}

/** In the order of the help. */
export const flagDescriptions = {
  kubeconfig: {
    value: "file",
    text: "kubeconfig to use, in place of $KUBECONFIG, the pod's account and ~/.kube/config",
  },
  context: { value: "name", text: "context of the kubeconfig, in place of its current one" },
  namespace: { value: "names", text: "only look at objects in these namespaces, apart by commas ($WATCH_NAMESPACE)" },
  install: { text: "install the definitions of resources before anything else" },
  "leader-elect": { text: "run only one of several processes at a time: the one that holds the Lease" },
  "leader-election-id": { value: "name", text: "name of the Lease (the program's name and .pintle.dev)" },
  "leader-election-namespace": {
    value: "name",
    text: "namespace of the Lease (that of the pod, or of the kubeconfig)",
  },
  "metrics-bind-address": { value: "address", text: "where to serve metrics: :8443, :8080, or 0 for nowhere (0)" },
  "metrics-secure": { text: "serve metrics over TLS, to those whom the API server allows to get /metrics (true)" },
  "health-probe-bind-address": {
    value: "address",
    text: "where to serve /healthz and /readyz, or 0 for nowhere (:8081)",
  },
  "webhook-port": { value: "port", text: "where to serve webhooks (9443)" },
  "webhook-cert-path": {
    value: "folder",
    text: "tls.crt and tls.key of the webhooks, in place of certificates of the program's own",
  },
  "webhook-url-host": {
    value: "host",
    text: "outside of the cluster: name or address by which the API server reaches this machine",
  },
  "log-level": { value: "level", text: "debug, info, warn or error (info)" },
  "log-format": { value: "format", text: "console or json (console)" },
  help: { text: "show this" },
} as const satisfies Record<string, FlagDescription>;

type FlagName = keyof typeof flagDescriptions;

export type Environment = Readonly<Record<string, string | undefined>>;

export function readProgramFlags(args: readonly string[], environment: Environment): ProgramFlags {
  const given = readGiven(args);
  const text = (name: FlagName) => given.get(name)?.at(-1) || undefined;
  const isOn = (name: FlagName, otherwise: boolean) => readSwitch(`--${name}`, text(name), otherwise);
  return {
    help: isOn("help", false),
    kubeconfig: text("kubeconfig"),
    context: text("context"),
    metricsBindAddress: readAddress("metrics-bind-address", text("metrics-bind-address") ?? "0"),
    metricsSecure: isOn("metrics-secure", true),
    healthProbeBindAddress: readAddress("health-probe-bind-address", text("health-probe-bind-address") ?? ":8081"),
    leaderElect: isOn("leader-elect", false),
    leaderElectionId: text("leader-election-id"),
    leaderElectionNamespace: text("leader-election-namespace"),
    webhookPort: readPort(text("webhook-port")),
    webhookCertPath: text("webhook-cert-path"),
    webhookUrlHost: readHost(text("webhook-url-host")),
    webhooks: readSwitch("ENABLE_WEBHOOKS", environment.ENABLE_WEBHOOKS, true),
    install: isOn("install", false),
    namespaces: readNamespaces(given.get("namespace") ?? [environment.WATCH_NAMESPACE ?? ""]),
    logLevel: readChoice("log-level", text("log-level"), ["info", "debug", "warn", "error"]),
    logFormat: readChoice("log-format", text("log-format"), ["console", "json"]),
    name: environment.OPERATOR_NAME || undefined,
  };
}

/** Each flag with its values in their order; one that is only switched on has `true`. */
function readGiven(args: readonly string[]): ReadonlyMap<FlagName, readonly string[]> {
  const options = Object.fromEntries(
    Object.entries(flagDescriptions).map(([name, description]) => [
      name,
      { type: "value" in description ? ("string" as const) : ("boolean" as const) },
    ]),
  );
  // Known flags alone take what follows as their value. What is wrong is told here, in one line, and not by the parser.
  const { tokens } = parseArgs({ args: args.map(withTwoDashes), options, strict: false, tokens: true });
  const given = new Map<FlagName, string[]>();
  for (const token of tokens) {
    if (token.kind === "option-terminator") continue;
    if (token.kind === "positional")
      throw new FlagError(`unexpected argument ${JSON.stringify(token.value)}: see --help`);
    if (!isFlag(token.name)) throw new FlagError(`unknown flag ${token.rawName}: see --help`);
    const isSwitch = !("value" in flagDescriptions[token.name]);
    if (!isSwitch && token.value === undefined) throw new FlagError(`${token.rawName} needs a value: see --help`);
    given.set(token.name, [...(given.get(token.name) ?? []), token.value ?? "true"]);
  }
  return given;
}

function isFlag(name: string): name is FlagName {
  return Object.hasOwn(flagDescriptions, name);
}

/** `-kubeconfig` is what Go's own programs take as well. */
function withTwoDashes(word: string): string {
  if (word === "-h") return "--help";
  const [, name] = /^-([a-z][a-z-]+)(=|$)/.exec(word) ?? [];
  return name !== undefined && isFlag(name) ? `-${word}` : word;
}

function readPort(text: string | undefined): number {
  if (text === undefined) return 9443;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new FlagError(`--webhook-port is a number from 0 to 65535, not ${JSON.stringify(text)}`);
}

function readAddress(name: FlagName, text: string): string {
  try {
    parseBindAddress(text);
    return text;
  } catch (error) {
    if (error instanceof UsageError) throw new FlagError(`--${name}: ${error.message}`);
    throw error;
  }
}

/** A name or an address, and nothing else of a URL. */
function readHost(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const host = text.includes(":") && !text.startsWith("[") ? `[${text}]` : text;
  if (URL.canParse(`https://${host}`) && new URL(`https://${host}`).host === host.toLowerCase()) {
    return host.replace(/^\[|\]$/g, "");
  }
  throw new FlagError(`--webhook-url-host is a name or an address without port and path, not ${JSON.stringify(text)}`);
}

function readNamespaces(lists: readonly string[]): readonly string[] | undefined {
  const names = lists.flatMap((list) => list.split(",").map((name) => name.trim())).filter((name) => name !== "");
  for (const name of names) {
    const [complaint] = validateNamespaceName(name);
    if (complaint !== undefined) throw new FlagError(`${JSON.stringify(name)} is no namespace: ${complaint}`);
  }
  return names.length === 0 ? undefined : [...new Set(names)];
}

function readChoice<Choice extends string>(
  name: FlagName,
  text: string | undefined,
  choices: readonly [Choice, ...Choice[]],
): Choice {
  if (text === undefined) return choices[0];
  const chosen = choices.find((choice) => choice === text);
  if (chosen !== undefined) return chosen;
  throw new FlagError(
    `--${name} is ${choices.slice(0, -1).join(", ")} or ${choices.at(-1)}, not ${JSON.stringify(text)}`,
  );
}
