/**
 * The name that a program goes by at the API server: in its logs, in audit, and before the slash as the manager of the fields it writes.
 *
 * `my-operator/1.4.0 (linux/x64) pintle`
 */
import { basename, extname } from "node:path";
import process from "node:process";

export function defaultUserAgent(script: string = process.argv[1] ?? process.execPath): string {
  const program = basename(script, extname(script)).replace(/[^\w.-]/g, "_") || "unknown";
  const version = (process.env.npm_package_version ?? "").replace(/[^\w.+-]/g, "_") || "unknown";
  return `${program}/${version} (${process.platform}/${process.arch}) pintle`;
}
