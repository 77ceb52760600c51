/** Who is believed and who may do what, as the flags say it. */
import { X509Certificate } from "node:crypto";
import type { AuthorizationMode, IdentityOptions, SigningKey, VerifyingKey } from "@pintle/controlplane";
import { CommandError } from "../run-program.ts";
import { readNamedFile, refuseFile } from "./read-named-file.ts";
import { readTokenFile } from "./read-token-file.ts";
import { checkChoice, readBoolean, readDurationMs } from "./read-values.ts";
import { connectTo, readWebhookConfig } from "./read-webhook-config.ts";
import type { UpFlags } from "./up-flags.ts";

type IdentityTools = Pick<
  typeof import("@pintle/controlplane"),
  "authorizationModes" | "createHttpsTransport" | "readCertificates" | "readSigningKey" | "readVerifyingKeys"
>;

const versions = ["v1", "v1beta1"] as const;

export async function readIdentity(flags: UpFlags, tools: IdentityTools): Promise<IdentityOptions> {
  const modes = readModes(flags, tools.authorizationModes);
  const allowsAnonymous = readBoolean("--anonymous-auth", flags.anonymousAuth);
  const issuers = readIssuers(flags.serviceAccountIssuer);
  const { clientCaFile, tokenAuthFile } = flags;
  return {
    authorizationModes: modes,
    allowsAnonymous,
    ...(issuers && { issuers }),
    ...(clientCaFile !== undefined && {
      clientAuthorities: readAuthorities("--client-ca-file", clientCaFile, tools).join("\n"),
    }),
    ...(tokenAuthFile !== undefined && { tokens: readTokenFile(tokenAuthFile) }),
    ...readFrontProxy(flags, tools),
    ...readKeys(flags, tools),
    ...(await readTokenWebhook(flags, tools)),
    ...(await readAuthorizationWebhook(flags, modes, tools)),
  };
}

function readModes({ authorizationMode }: UpFlags, known: readonly AuthorizationMode[]): AuthorizationMode[] {
  const flag = "--authorization-mode";
  const modes = authorizationMode.map((mode) => {
    checkChoice(flag, mode, known);
    return mode;
  });
  const twice = modes.find((mode, index) => modes.indexOf(mode) < index);
  if (twice !== undefined) throw new CommandError(`${flag} names ${twice} more than once: write it once`);
  return modes;
}

function readIssuers(issuers: readonly string[] | undefined): [string, ...string[]] | undefined {
  const [first, ...others] = issuers ?? [];
  if (first === undefined) return undefined;
  for (const issuer of [first, ...others]) {
    // A name is as good as a URL, but what looks like one has to be one.
    if (issuer !== "" && (!issuer.includes(":") || URL.canParse(issuer))) continue;
    throw new CommandError(
      `--service-account-issuer takes a URL or a name without colons, not ${JSON.stringify(issuer)}`,
    );
  }
  return [first, ...others];
}

function readAuthorities(flag: string, path: string, { readCertificates }: IdentityTools): string[] {
  const certificates = readCertificates(readNamedFile(flag, path));
  if (certificates.length === 0) throw refuseFile(flag, path, "it holds no certificate, write PEM");
  for (const [index, certificate] of certificates.entries()) {
    try {
      new X509Certificate(certificate);
    } catch {
      throw refuseFile(flag, path, `certificate ${index + 1} cannot be read, write PEM`);
    }
  }
  return certificates;
}

/** Headers of other names could be passed on to servers that believe those of ours. */
const headerFlags = [
  ["--requestheader-username-headers", "requestheaderUsernameHeaders", "X-Remote-User"],
  ["--requestheader-uid-headers", "requestheaderUidHeaders", "X-Remote-Uid"],
  ["--requestheader-group-headers", "requestheaderGroupHeaders", "X-Remote-Group"],
  ["--requestheader-extra-headers-prefix", "requestheaderExtraHeadersPrefix", "X-Remote-Extra-"],
] as const;

function readFrontProxy(flags: UpFlags, tools: IdentityTools): Pick<IdentityOptions, "frontProxy"> {
  for (const [flag, key, name] of headerFlags) {
    const other = flags[key]?.find((header) => header.toLowerCase() !== name.toLowerCase());
    if (other !== undefined) throw new CommandError(`${flag} takes ${name} alone, not ${JSON.stringify(other)}`);
  }
  const flag = "--requestheader-client-ca-file";
  const { requestheaderClientCaFile: path, requestheaderAllowedNames: allowedNames = [] } = flags;
  if (path !== undefined) {
    return { frontProxy: { authority: readAuthorities(flag, path, tools).join("\n"), allowedNames } };
  }
  if (allowedNames.length === 0) return {};
  throw new CommandError(`--requestheader-allowed-names means nothing without an authority: name one with ${flag}`);
}

function readKeys(
  { serviceAccountKeyFile: keyFiles = [], serviceAccountSigningKeyFile: signingFile }: UpFlags,
  { readSigningKey, readVerifyingKeys }: IdentityTools,
): { readonly signingKey?: SigningKey; readonly verifyingKeys: readonly VerifyingKey[] } {
  const read = <Key>(flag: string, path: string, parse: (pem: string) => Key, remedy: string): Key => {
    const pem = readNamedFile(flag, path);
    try {
      return parse(pem);
    } catch {
      // Why it cannot be read may quote what is in it, and that is a secret.
      throw refuseFile(flag, path, `it holds no ${remedy}, write PEM of an RSA or ECDSA key`);
    }
  };
  const verifyingKeys = keyFiles.flatMap((path) =>
    read("--service-account-key-file", path, readVerifyingKeys, "key to believe by"),
  );
  if (signingFile === undefined) return { verifyingKeys };
  const signingKey = read("--service-account-signing-key-file", signingFile, readSigningKey, "private key");
  return { signingKey, verifyingKeys };
}

async function readTokenWebhook(flags: UpFlags, tools: IdentityTools): Promise<Pick<IdentityOptions, "tokenWebhook">> {
  const path = flags.authenticationTokenWebhookConfigFile;
  if (path === undefined) return {};
  const version = flags.authenticationTokenWebhookVersion;
  checkChoice("--authentication-token-webhook-version", version, versions);
  const cacheMs = readDurationMs("--authentication-token-webhook-cache-ttl", flags.authenticationTokenWebhookCacheTtl);
  const config = await readWebhookConfig("--authentication-token-webhook-config-file", path);
  return { tokenWebhook: { connection: connectTo(config, tools), version, cacheMs } };
}

async function readAuthorizationWebhook(
  flags: UpFlags,
  modes: readonly AuthorizationMode[],
  tools: IdentityTools,
): Promise<Pick<IdentityOptions, "authorizationWebhook">> {
  const flag = "--authorization-webhook-config-file";
  const path = flags.authorizationWebhookConfigFile;
  const isAsked = modes.includes("Webhook");
  if (path === undefined && !isAsked) return {};
  if (path === undefined) throw new CommandError(`--authorization-mode Webhook needs a webhook: name one with ${flag}`);
  if (!isAsked) throw new CommandError(`${flag} is asked by nobody: add Webhook to --authorization-mode`);
  const version = flags.authorizationWebhookVersion;
  checkChoice("--authorization-webhook-version", version, versions);
  const allowedMs = readDurationMs(
    "--authorization-webhook-cache-authorized-ttl",
    flags.authorizationWebhookCacheAuthorizedTtl,
  );
  const refusedMs = readDurationMs(
    "--authorization-webhook-cache-unauthorized-ttl",
    flags.authorizationWebhookCacheUnauthorizedTtl,
  );
  const config = await readWebhookConfig(flag, path);
  return { authorizationWebhook: { connection: connectTo(config, tools), version, allowedMs, refusedMs } };
}
