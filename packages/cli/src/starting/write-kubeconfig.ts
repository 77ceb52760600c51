/** The administrator's kubeconfig, which holds a token that may do everything: only the user may read it. */
import { accessSync, closeSync, constants, fchmodSync, openSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { CommandError } from "../run-program.ts";

/** Whether it can be written is found out before anything is started for it. */
export function checkKubeconfigPlace(path: string): void {
  try {
    const isThere = statSync(path, { throwIfNoEntry: false });
    if (isThere?.isDirectory()) throw refuse(path, "EISDIR");
    // The dot behind a name asks for a folder.
    accessSync(isThere ? path : `${dirname(path)}/.`, constants.W_OK);
  } catch (error) {
    throw error instanceof CommandError ? error : refuse(path, codeOf(error));
  }
}

export function writeKubeconfig(path: string, text: string): void {
  let file: number | undefined;
  try {
    file = openSync(path, "w", 0o600);
    // One that was there before is closed to others before it is filled.
    fchmodSync(file, 0o600);
    writeFileSync(file, text);
  } catch (error) {
    throw refuse(path, codeOf(error));
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function refuse(path: string, code: string): CommandError {
  return new CommandError(`the kubeconfig ${path} cannot be written (${code}): choose another place with --kubeconfig`);
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
