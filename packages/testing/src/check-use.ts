/** What is wrong with how a plane for tests is used, told at once and with what to write instead. */
import { UsageError } from "@pintle/machinery";
import type { ProgramParts } from "pintle";
import type { TestPlaneOptions } from "./test-plane.ts";

export function checkOptions(options: TestPlaneOptions): TestPlaneOptions {
  if (typeof options?.operators !== "function") throw operatorsInvalid();
  if ("listen" in options || "clock" in options || "storage" in options) {
    throw new UsageError(
      "PINTLE_TEST_PLANE_LISTENS",
      "a plane for tests has virtual time, a storage in memory and no sockets: leave out listen, clock and storage, or use startControlPlane",
    );
  }
  return options;
}

/** What its parts are is looked at by those who start them. */
export async function callFactory(operators: TestPlaneOptions["operators"]): Promise<ProgramParts> {
  const parts = await operators();
  if (!Array.isArray(parts) || parts.length === 0) throw operatorsInvalid();
  return parts;
}

function operatorsInvalid(): UsageError {
  return new UsageError(
    "PINTLE_TEST_OPERATORS_INVALID",
    "operators is a function that gives an array of them, so that they can be made anew: startTestPlane({ operators: () => [modelBoxes] })",
  );
}

export function operatorsPaused(what: string): UsageError {
  return new UsageError(
    "PINTLE_TEST_OPERATORS_PAUSED",
    `${what}, while the operators are paused: await resume() of what pauseOperators() gave before`,
  );
}
