/** What shall be written down about requests, and where to. */

import type { AuditOptions } from "@pintle/controlplane";
import { type Clock, createProcessClock } from "@pintle/machinery";
import { CommandError } from "../run-program.ts";
import { type AuditLog, openAuditLog } from "./audit-log.ts";
import { readNamedFile, refuseFile } from "./read-named-file.ts";
import { readWholeNumber } from "./read-values.ts";
import type { UpFlags } from "./up-flags.ts";

type AuditTools = Pick<
  typeof import("@pintle/controlplane"),
  "AuditPolicyError" | "formatAuditEvent" | "readAuditPolicy"
>;

const megabyte = 1024 * 1024;
const dayMs = 86_400_000;

/** Nothing where no flag asks for it. The log is open until it is disposed of. */
export function readAudit(flags: UpFlags, tools: AuditTools): (AuditOptions & { readonly log: AuditLog }) | undefined {
  const { auditPolicyFile: policyFile, auditLogPath: logPath } = flags;
  if (policyFile === undefined && logPath === undefined) return undefined;
  if (policyFile === undefined) {
    throw new CommandError("--audit-log-path writes nothing without a policy: name one with --audit-policy-file");
  }
  if (logPath === undefined) {
    throw new CommandError("--audit-policy-file needs a log: name one with --audit-log-path, - for stdout");
  }
  const policy = readPolicy(policyFile, tools);
  const log = logPath === "-" ? standardOutput : openLog(logPath, flags, createProcessClock());
  return { policy, log, sink: (event) => log.write(tools.formatAuditEvent(event)) };
}

const standardOutput: AuditLog = {
  write: (line) => void process.stdout.write(line),
  [Symbol.dispose]() {},
};

function readPolicy(path: string, { AuditPolicyError, readAuditPolicy }: AuditTools): AuditOptions["policy"] {
  const flag = "--audit-policy-file";
  const text = readNamedFile(flag, path);
  try {
    return readAuditPolicy(text);
  } catch (error) {
    if (!(error instanceof AuditPolicyError)) throw error;
    throw refuseFile(flag, path, error.message);
  }
}

function openLog(path: string, flags: UpFlags, clock: Clock): AuditLog {
  const limits = {
    maxBytes: readWholeNumber("--audit-log-maxsize", flags.auditLogMaxsize) * megabyte,
    maxBackups: readWholeNumber("--audit-log-maxbackup", flags.auditLogMaxbackup),
    maxAgeMs: readWholeNumber("--audit-log-maxage", flags.auditLogMaxage) * dayMs,
  };
  try {
    return openAuditLog({ path, clock, ...limits });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw refuseFile("--audit-log-path", path, `it cannot be written (${code}), name a file that can`);
  }
}
