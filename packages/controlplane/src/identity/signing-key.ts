/** The key that signs tokens of service accounts. It is made when it is first needed, since that takes longer than all else of a start. */
import { createHash, generateKeyPair, type KeyObject } from "node:crypto";
import { promisify } from "node:util";

export interface SigningKey {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  /** As upstream names its keys: a digest of the public key. */
  readonly id: string;
}

const generate = promisify(generateKeyPair);

/** Gives the same key to all who ask. */
export function createSigningKey(): () => Promise<SigningKey> {
  let made: Promise<SigningKey> | undefined;
  return () => {
    made ??= makeKey();
    return made;
  };
}

async function makeKey(): Promise<SigningKey> {
  const { privateKey, publicKey } = await generate("rsa", { modulusLength: 2048 });
  const digest = createHash("sha256").update(publicKey.export({ type: "spki", format: "der" }));
  return { privateKey, publicKey, id: digest.digest("base64url") };
}
