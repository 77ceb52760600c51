/**
 * A kubeconfig as it stands in its file: read with errors that name file and field, written back with all that was in it.
 *
 * Fields nobody here knows stay where they are. What prints an entry sees no secret of it; the values themselves are plain.
 */
import { JsonError, readJson, UsageError } from "@pintle/machinery";
import { checkKubeconfig } from "./check-kubeconfig.ts";

export interface Kubeconfig {
  readonly "current-context"?: string;
  readonly clusters?: readonly NamedCluster[];
  readonly users?: readonly NamedUser[];
  readonly contexts?: readonly NamedContext[];
  readonly [other: string]: unknown;
}

export interface NamedCluster {
  readonly name: string;
  readonly cluster: KubeconfigCluster;
  readonly [other: string]: unknown;
}

export interface NamedUser {
  readonly name: string;
  readonly user: KubeconfigUser;
  readonly [other: string]: unknown;
}

export interface NamedContext {
  readonly name: string;
  readonly context: KubeconfigContext;
  readonly [other: string]: unknown;
}

export interface KubeconfigCluster {
  readonly server?: string;
  readonly "tls-server-name"?: string;
  readonly "insecure-skip-tls-verify"?: boolean;
  readonly "certificate-authority"?: string;
  /** In base64, as all data in a kubeconfig. */
  readonly "certificate-authority-data"?: string;
  readonly "proxy-url"?: string;
  /** Plugins are told of it. Here it changes nothing: no answer is ever asked for in compressed form, which costs both sides more than it saves. */
  readonly "disable-compression"?: boolean;
  readonly extensions?: readonly NamedExtension[];
  readonly [other: string]: unknown;
}

export interface NamedExtension {
  readonly name: string;
  readonly extension?: unknown;
}

export interface KubeconfigUser {
  readonly "client-certificate"?: string;
  readonly "client-certificate-data"?: string;
  readonly "client-key"?: string;
  readonly "client-key-data"?: string;
  readonly token?: string;
  readonly tokenFile?: string;
  readonly username?: string;
  readonly password?: string;
  readonly as?: string;
  readonly "as-uid"?: string;
  readonly "as-groups"?: readonly string[];
  readonly "as-user-extra"?: Readonly<Record<string, readonly string[]>>;
  readonly "auth-provider"?: KubeconfigAuthProvider;
  readonly exec?: KubeconfigExec;
  readonly [other: string]: unknown;
}

export interface KubeconfigAuthProvider {
  readonly name?: string;
  readonly config?: Readonly<Record<string, string>>;
  readonly [other: string]: unknown;
}

export interface KubeconfigExec {
  readonly apiVersion?: string;
  readonly command?: string;
  readonly args?: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value: string }[];
  readonly installHint?: string;
  readonly provideClusterInfo?: boolean;
  readonly interactiveMode?: string;
  readonly [other: string]: unknown;
}

export interface KubeconfigContext {
  readonly cluster?: string;
  readonly user?: string;
  readonly namespace?: string;
  readonly [other: string]: unknown;
}

/** Reads YAML or JSON. The path stands in errors, and what the file names relative to itself is looked for beside it. */
export async function parseKubeconfig(text: string, path?: string): Promise<Kubeconfig> {
  const place = path ?? "the kubeconfig";
  const value = text.trim() === "" ? {} : (readIfJson(text) ?? (await readYaml(text, place)));
  return checkKubeconfig(value, place, path);
}

/** YAML that kubectl reads too: texts which older YAML takes for something else, as `on`, are quoted. */
export async function formatKubeconfig(kubeconfig: Kubeconfig): Promise<string> {
  const { default: yaml } = await import("yaml");
  const { apiVersion = "v1", kind = "Config", ...rest } = kubeconfig;
  return yaml.stringify(
    { apiVersion, kind, ...rest },
    { compat: "yaml-1.1", lineWidth: 0, aliasDuplicateObjects: false },
  );
}

function readIfJson(text: string): unknown {
  if (!text.trimStart().startsWith("{")) return undefined;
  try {
    return readJson(text).value;
  } catch (error) {
    // A map in YAML's own braces begins like JSON.
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}

async function readYaml(text: string, place: string): Promise<unknown> {
  const { default: yaml } = await import("yaml");
  const lineCounter = new yaml.LineCounter();
  const document = yaml.parseDocument(text, { lineCounter, merge: true, prettyErrors: false, logLevel: "error" });
  const [error] = document.errors;
  if (error) {
    const { line, col } = lineCounter.linePos(error.pos[0]);
    // The parser's own words may quote the text, which is full of secrets; its code does not.
    const what = error.code.toLowerCase().replaceAll("_", " ");
    throw new UsageError(
      "PINTLE_KUBECONFIG_INVALID",
      `${place}, line ${line}, column ${col}: this is no YAML (${what})`,
    );
  }
  try {
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    // It throws where a value contains itself.
    JSON.stringify(value);
    return value;
  } catch {
    throw new UsageError(
      "PINTLE_KUBECONFIG_INVALID",
      `${place}: its YAML has aliases that lead nowhere or too far, write values out`,
    );
  }
}
