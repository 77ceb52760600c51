/** How a test ends the operators and has them begin again: in good order, by a crash, or later. */
import type { ProgramParts } from "pintle";
import { operatorsPaused } from "./check-use.ts";
import type { OperatorProgram } from "./operator-program.ts";
import type { TestPlane } from "./test-plane.ts";

/** `renew` makes the parts of the next life. */
export function createProgramControl(
  program: OperatorProgram,
  renew: () => Promise<ProgramParts>,
): Pick<TestPlane, "restart" | "pauseOperators"> {
  return {
    async restart({ crash = false } = {}) {
      if (!program.isRunning) throw operatorsPaused("restart() was called");
      if (crash) program.kill();
      else await program.stop();
      await program.start(await renew());
    },
    async pauseOperators() {
      if (!program.isRunning) throw operatorsPaused("pauseOperators() was called");
      await program.stop();
      let isPaused = true;
      const resume = async () => {
        if (!isPaused) return;
        isPaused = false;
        await program.start(await renew());
      };
      return { resume, [Symbol.asyncDispose]: resume };
    },
  };
}
