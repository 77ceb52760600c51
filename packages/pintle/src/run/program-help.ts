/** What `--help` says of a program. */
import { type FlagDescription, flagDescriptions } from "./program-flags.ts";

export function programHelp(): string {
  const flags: [string, FlagDescription][] = Object.entries(flagDescriptions);
  const heads = flags.map(([name, { value }]) => (value === undefined ? `  --${name}` : `  --${name} <${value}>`));
  const width = Math.max(...heads.map(({ length }) => length)) + 2;
  const lines = flags.map(([, { text }], index) => `${(heads[index] ?? "").padEnd(width)}${text}`);
  return [
    "Runs the operator until it is asked to stop by SIGTERM or Ctrl-C; asked twice, it ends at once.",
    "",
    "Flags:",
    ...lines,
    "",
    "Environment:",
    "  ENABLE_WEBHOOKS=false   serve no webhooks",
    "  WATCH_NAMESPACE=a,b     the same as --namespace=a,b",
    "  OPERATOR_NAME=name      what the Lease, certificates and webhook configurations are named after",
    "",
    "It ends with 0 when it was asked to stop, with 1 when something failed, and with 2 when a flag is wrong.",
    "",
  ].join("\n");
}
