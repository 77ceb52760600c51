/**
 * What a user has at hand: a token, a name and a password, a certificate; written down, or in files that others rotate.
 *
 * Files are read again each minute, and at once when the server refused what was in them.
 */
import type { CredentialSource, Credentials } from "./client-config.ts";
import type { ConfigSeams } from "./config-seams.ts";
import { CredentialsError, reasonOf } from "./credentials-error.ts";
import { areSameCredentials, createCredentials } from "./hidden-credentials.ts";
import { checkKeyPair } from "./pem.ts";
import { RenewedValue } from "./renewed-value.ts";

/** As client-go: half the time between the kubelet's renewal of a token and the end of the old one. */
const fileAgeMs = 60_000;

/** A text, or the file that it stands in. */
export type TextOrFile = { readonly text: string } | { readonly path: string };

export interface OwnCredentials {
  readonly token?: TextOrFile;
  /** For as long as the file of the token was never read. */
  readonly fallbackToken?: string;
  readonly basic?: { readonly username: string; readonly password: string };
  readonly cert?: TextOrFile;
  readonly key?: TextOrFile;
}

export class FileCredentials implements CredentialSource {
  readonly #renewed: RenewedValue<Credentials>;

  /** `source` says in errors whose credentials they are. */
  constructor(own: OwnCredentials, source: string, seams: Pick<ConfigSeams, "clock" | "files">) {
    const { clock, files } = seams;
    const isFixed = [own.token, own.cert, own.key].every((part) => part === undefined || "text" in part);
    this.#renewed = new RenewedValue(async (previous) => {
      const readMs = clock.monotonic();
      const value = await renew(own, source, files, previous);
      return { value, isFresh: () => isFixed || clock.monotonic() - readMs < fileAgeMs };
    });
  }

  get(signal?: AbortSignal): Promise<Credentials> {
    return this.#renewed.get(signal);
  }

  refuse(credentials: Credentials): void {
    this.#renewed.drop(credentials);
  }
}

/** Files that are half written do not take away what was good before. What did not change stays the same object. */
async function renew(
  own: OwnCredentials,
  source: string,
  files: ConfigSeams["files"],
  previous: Credentials | undefined,
): Promise<Credentials> {
  try {
    const { fallbackToken: _, ...others } = own;
    const next = await readCredentials(previous === undefined ? own : others, source, files);
    return previous !== undefined && areSameCredentials(previous, next) ? previous : next;
  } catch (error) {
    if (previous !== undefined) return previous;
    throw error;
  }
}

async function readCredentials(own: OwnCredentials, source: string, files: ConfigSeams["files"]): Promise<Credentials> {
  const { token, basic, cert, key } = own;
  const read = (part: TextOrFile, field: string) => readPart(part, `${source}, ${field}`, files);
  const authorization = token
    ? `Bearer ${await readToken(token, own.fallbackToken, `${source}, token`, files)}`
    : basic && `Basic ${Buffer.from(`${basic.username}:${basic.password}`).toString("base64")}`;
  const certificate =
    cert && key && (await checkKeyPair(await read(cert, "client-certificate"), await read(key, "client-key"), source));
  return createCredentials({
    ...(authorization === undefined ? {} : { authorization }),
    ...(certificate === undefined ? {} : { certificate }),
  });
}

async function readPart(part: TextOrFile, source: string, files: ConfigSeams["files"]): Promise<string> {
  if ("text" in part) return part.text;
  try {
    return await files.read(part.path);
  } catch (error) {
    throw new CredentialsError(`${source}: ${part.path} cannot be read: ${reasonOf(error)}`);
  }
}

async function readToken(
  token: TextOrFile,
  fallback: string | undefined,
  source: string,
  files: ConfigSeams["files"],
): Promise<string> {
  const text = await readPart(token, source, files).catch((error: unknown) => {
    if (fallback !== undefined) return fallback;
    throw error;
  });
  const trimmed = text.trim();
  const file = "path" in token ? ` of ${token.path}` : "";
  if (trimmed === "") throw new CredentialsError(`${source}: the token${file} is empty`);
  // It would be a header of its own, or none at all; and an error further on would quote it.
  if (!/^[\x21-\x7e]+$/.test(trimmed))
    throw new CredentialsError(`${source}: the token${file} is no token: it has spaces or other signs within`);
  return trimmed;
}
