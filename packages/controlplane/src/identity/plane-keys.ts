/**
 * What a plane is known by and knows others by: the tokens of its users, the key that signs those of service accounts and, where somebody
 * can come with a certificate, its authorities. All of it can be put away, so that who was believed before is believed again.
 */
import { randomBytes } from "node:crypto";
import { type Clock, getOwn } from "@pintle/machinery";
import { type Authority, type Certificate, createAuthority, openAuthority } from "@pintle/machinery/certificates";
import { createSigningKey, readSigningKey, type SigningKey } from "./signing-key.ts";

export interface PlaneAuthorities {
  /** Of the server's own certificate. */
  readonly serving: Authority;
  /** Signs client certificates that are believed. */
  readonly clients: Authority;
  /** Signs the certificates of front proxies that are believed. */
  readonly proxies: Authority;
}

export interface PlaneKeys {
  /** Bearer tokens by user. */
  readonly tokens: Readonly<Record<string, string>>;
  readonly signingKey: () => Promise<SigningKey>;
  /** Of a plane that listens. To any other nobody comes with a certificate, and nobody asks for its own. */
  readonly authorities: PlaneAuthorities | undefined;
  /** What has to be put away; a key that was given, or not needed yet, is not part of it. */
  save(): SavedKeys;
}

/** Keys in PEM. */
export interface SavedKeys {
  readonly tokens: Readonly<Record<string, string>>;
  readonly signingKey?: string;
  readonly authorities?: { readonly [Name in keyof PlaneAuthorities]: Certificate };
}

export interface PlaneKeysOptions {
  readonly users: readonly { readonly name: string }[];
  readonly clock: Clock;
  /** Whether there are authorities: none unless said. */
  readonly isListening?: boolean;
  /** One is made unless said. */
  readonly signingKey?: SigningKey | undefined;
  /** Taken before anything is made. */
  readonly saved?: SavedKeys | undefined;
}

export function createPlaneKeys(options: PlaneKeysOptions): PlaneKeys {
  const { users, clock, isListening = false, signingKey: given, saved } = options;
  const tokens = Object.fromEntries(
    users.map(({ name }) => [name, getOwn(saved?.tokens ?? {}, name) ?? createToken()]),
  );
  const authorities = isListening ? openAuthorities(saved?.authorities, clock.now()) : undefined;
  const known = given ?? (saved?.signingKey === undefined ? undefined : readSigningKey(saved.signingKey));
  const findKey = createSigningKey(known);
  let used = known;
  return {
    tokens,
    authorities,
    async signingKey() {
      used = await findKey();
      return used;
    },
    save: () => ({
      tokens: { ...saved?.tokens, ...tokens },
      ...(used &&
        used !== given && { signingKey: used.privateKey.export({ type: "pkcs8", format: "pem" }).toString() }),
      ...(authorities
        ? { authorities: saveAuthorities(authorities) }
        : saved?.authorities && { authorities: saved.authorities }),
    }),
  };
}

function createToken(): string {
  return randomBytes(32).toString("base64url");
}

function openAuthorities(saved: SavedKeys["authorities"], nowMs: number): PlaneAuthorities {
  const open = (found: Certificate | undefined, name: string) =>
    found ? openAuthority(found) : createAuthority(name, { nowMs });
  return {
    serving: open(saved?.serving, "pintle"),
    clients: open(saved?.clients, "clients"),
    proxies: open(saved?.proxies, "proxies"),
  };
}

function saveAuthorities({ serving, clients, proxies }: PlaneAuthorities): NonNullable<SavedKeys["authorities"]> {
  const save = ({ cert, key }: Certificate): Certificate => ({ cert, key });
  return { serving: save(serving), clients: save(clients), proxies: save(proxies) };
}
