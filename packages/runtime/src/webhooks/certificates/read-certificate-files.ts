/** Reads a certificate, its key and perhaps the authorities of callers from files, and gives them only if they can be used together. */
import { join } from "node:path";
import { createSecureContext } from "node:tls";
import { messageOf } from "./asking-the-server.ts";
import type { CertificateFiles } from "./certificate-files.ts";
import type { ServingCertificate } from "./certificate-source.ts";
import { readPair, splitBundle } from "./read-certificates.ts";

export interface CertificateFileNames {
  readonly directory: string;
  readonly certName: string;
  readonly keyName: string;
  readonly clientCaName: string | undefined;
}

/** Errors begin with the path. */
export async function readCertificateFiles(
  files: CertificateFiles,
  { directory, certName, keyName, clientCaName }: CertificateFileNames,
): Promise<ServingCertificate> {
  const cert = await readFile(files, join(directory, certName));
  const key = await readFile(files, join(directory, keyName));
  checkPair(cert, key, join(directory, certName));
  if (clientCaName === undefined) return { cert, key };
  const path = join(directory, clientCaName);
  const clientCa = await readFile(files, path);
  if (splitBundle(clientCa).length === 0) throw new Error(`${path}: there is no certificate in it, it has to be PEM`);
  return { cert, key, clientCa };
}

async function readFile(files: CertificateFiles, path: string): Promise<string> {
  try {
    return await files.read(path);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const why = code === "ENOENT" ? "there is no such file" : (code ?? messageOf(cause));
    throw new Error(`${path} cannot be read: ${why}`, { cause });
  }
}

function checkPair(cert: string, key: string, path: string): void {
  try {
    readPair(cert, key);
  } catch (error) {
    throw new Error(`${path}: ${messageOf(error)}`);
  }
  try {
    createSecureContext({ cert, key });
  } catch {
    throw new Error(`${path}: what comes behind the first certificate cannot be read, it has to be PEM`);
  }
}
