/** Keys that sign tokens of service accounts, and those by which tokens are believed: RSA or one of three elliptic curves. */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type KeyObject,
  sign,
  verify,
} from "node:crypto";
import { promisify } from "node:util";
import { inRealTime } from "@pintle/machinery";

export interface VerifyingKey {
  readonly publicKey: KeyObject;
  /** As upstream names its keys: a digest of the public key. */
  readonly id: string;
  /** Which follows from the key, and never from what a token says. */
  readonly algorithm: string;
}

export interface SigningKey extends VerifyingKey {
  readonly privateKey: KeyObject;
}

const generate = promisify(generateKeyPair);

/** Gives the same key to all who ask. Without one it is made when it is first needed, since that takes longer than all else of a start. */
export function createSigningKey(given?: SigningKey): () => Promise<SigningKey> {
  let made = given && Promise.resolve(given);
  return () => {
    made ??= inRealTime(makeKey);
    return made;
  };
}

async function makeKey(): Promise<SigningKey> {
  const { privateKey, publicKey } = await generate("rsa", { modulusLength: 2048 });
  return { privateKey, ...describe(publicKey) };
}

/** From PEM of a private key. Throws an `Error` for what is none, or none of a kind that tokens know. */
export function readSigningKey(pem: string): SigningKey {
  const privateKey = createPrivateKey(pem);
  return { privateKey, ...describe(createPublicKey(privateKey)) };
}

const blocks = /-----BEGIN ([A-Z ]+)-----[^-]*-----END \1-----/g;

/** From PEM of public keys, certificates or private keys, as many as there are. Throws an `Error` where there is none. */
export function readVerifyingKeys(pem: string): VerifyingKey[] {
  const keys = pem.match(blocks) ?? [];
  if (keys.length === 0) throw new Error("data does not contain any valid RSA or ECDSA public keys");
  return keys.map((key) => describe(createPublicKey(key)));
}

const curveAlgorithms: ReadonlyMap<string, string> = new Map([
  ["prime256v1", "ES256"],
  ["secp384r1", "ES384"],
  ["secp521r1", "ES512"],
]);

function describe(publicKey: KeyObject): VerifyingKey {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = publicKey;
  const algorithm = type === "rsa" ? "RS256" : curveAlgorithms.get(details?.namedCurve ?? "");
  if (algorithm === undefined) throw new Error(`a key of type ${type} cannot sign tokens: take RSA or ECDSA`);
  const digest = createHash("sha256").update(publicKey.export({ type: "spki", format: "der" }));
  return { publicKey, id: digest.digest("base64url"), algorithm };
}

/** The signature as tokens write it. */
export function signWith({ privateKey, algorithm }: SigningKey, text: string): string {
  return sign(digestOf(algorithm), Buffer.from(text), { key: privateKey, dsaEncoding: "ieee-p1363" }).toString(
    "base64url",
  );
}

export function verifyWith({ publicKey, algorithm }: VerifyingKey, text: string, signature: string): boolean {
  const key = { key: publicKey, dsaEncoding: "ieee-p1363" as const };
  return verify(digestOf(algorithm), Buffer.from(text), key, Buffer.from(signature, "base64url"));
}

function digestOf(algorithm: string): string {
  return `sha${algorithm.slice(2)}`;
}
