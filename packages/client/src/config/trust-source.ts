/** Authorities that a server's certificate is checked by: fixed ones, or those in a file, whichever they are at the time. */
import type { TrustSource } from "./client-config.ts";
import type { ConfigSeams } from "./config-seams.ts";
import { CredentialsError, reasonOf } from "./credentials-error.ts";
import { checkCertificates } from "./pem.ts";
import { RenewedValue } from "./renewed-value.ts";

export class FixedTrust implements TrustSource {
  readonly #pem: string;

  constructor(pem: string) {
    this.#pem = pem;
  }

  async read(): Promise<string> {
    return this.#pem;
  }
}

export class FileTrust implements TrustSource {
  readonly #renewed: RenewedValue<string>;

  /** `source` says in errors which file that is. */
  constructor(path: string, source: string, { files }: Pick<ConfigSeams, "files">) {
    this.#renewed = new RenewedValue(async (previous) => ({
      value: await readAuthorities(path, source, files, previous),
      // Who connects asks seldom, and most of all when those from before did not fit.
      isFresh: () => false,
    }));
  }

  read(): Promise<string> {
    return this.#renewed.get();
  }
}

/** A file that is half written or gone for a moment does not take away what was good before. */
async function readAuthorities(
  path: string,
  source: string,
  files: ConfigSeams["files"],
  previous: string | undefined,
): Promise<string> {
  try {
    return await checkCertificates(await files.read(path), source);
  } catch (error) {
    if (previous !== undefined) return previous;
    if (error instanceof CredentialsError) throw error;
    throw new CredentialsError(`${source}: ${reasonOf(error)}`);
  }
}
