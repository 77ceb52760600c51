/** `/version`: which Kubernetes this is, for the eyes of people and for programs that compare versions. */
import { ApiError, createFailureStatus } from "@pintle/machinery";
import { methodNotAllowed } from "./pipeline/bare-errors.ts";
import type { Handler } from "./pipeline/server-request.ts";
import { negotiateType } from "./wire/negotiate-type.ts";

export interface VersionInfo {
  readonly major: string;
  readonly minor: string;
  readonly gitVersion: string;
  readonly emulationMajor?: string;
  readonly emulationMinor?: string;
  readonly minCompatibilityMajor?: string;
  readonly minCompatibilityMinor?: string;
  readonly gitCommit?: string;
  readonly gitTreeState?: string;
  readonly buildDate?: string;
  readonly goVersion?: string;
  readonly compiler?: string;
  readonly platform?: string;
}

export function handleVersion(version: VersionInfo): Handler {
  const body = new TextEncoder().encode(JSON.stringify(version, undefined, 2));
  return async ({ method, headers }) => {
    if (method !== "GET") throw methodNotAllowed();
    if (negotiateType(headers.accept, ["application/json"]) === undefined) {
      const message = "406: Not Acceptable\n\nAvailable representations: application/json";
      throw new ApiError(createFailureStatus("NotAcceptable", message, {}));
    }
    return { status: 200, headers: { "content-type": "application/json" }, body };
  };
}
