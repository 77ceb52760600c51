/** How a test moves time. Whatever keeps it from coming to rest, or has ended the operators meanwhile, is the test's to know. */
import type { ControlPlane } from "@pintle/controlplane";
import type { LogLine } from "@pintle/machinery";
import { NotSettledError, parseDurationMs } from "@pintle/machinery";
import { formatLastErrors } from "./last-errors.ts";
import type { OperatorProgram } from "./operator-program.ts";
import type { TestPlane } from "./test-plane.ts";

export interface TestTimeOptions {
  readonly plane: ControlPlane;
  readonly program: OperatorProgram;
  readonly logs: readonly LogLine[];
}

export function createTestTime({ plane, program, logs }: TestTimeOptions): Pick<TestPlane, "settle" | "advance"> {
  const move = async (moving: Promise<void>): Promise<void> => {
    try {
      await moving;
    } catch (error) {
      throw error instanceof NotSettledError ? withErrors(error, logs) : error;
    }
    program.check();
  };
  return {
    settle: () => move(plane.settle()),
    advance: (duration) => move(advanceByHours(plane, duration)),
  };
}

const hourMs = 3_600_000;

/** What never comes to rest is noticed by the steps that it takes, of which days have many for good reasons. */
async function advanceByHours(plane: ControlPlane, duration: string | number): Promise<void> {
  const wholeMs = typeof duration === "number" ? duration : durationMs(duration);
  const isLong = wholeMs !== undefined && Number.isFinite(wholeMs) && wholeMs > hourMs;
  if (!isLong) return await plane.advance(duration);
  for (let leftMs = wholeMs; leftMs > 0; leftMs -= hourMs) await plane.advance(Math.min(leftMs, hourMs));
}

/** Nothing for what is none: whoever moves the time says so. */
function durationMs(text: string): number | undefined {
  try {
    return Math.ceil(parseDurationMs(text));
  } catch {
    return undefined;
  }
}

/** The same error, which also tells what the operators complained of: that is most often why. */
function withErrors(error: NotSettledError, logs: readonly LogLine[]): NotSettledError {
  const errors = formatLastErrors(logs);
  if (errors.length === 0) return error;
  error.message = [error.message, "the operators' last errors:", ...errors.map((line) => `  - ${line}`)].join("\n");
  return error;
}
