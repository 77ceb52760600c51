/** Starts the controllers of a plane one after the other, and ends them in the opposite order. */
import { createPlaneContext, type PlaneContextOptions, type PlaneController } from "./kit/plane-controller.ts";
import { StartedParts } from "./kit/started-parts.ts";

/** Resolves when all of them have seen what there is. Where one fails to start, none is left running. */
export async function startControllers(
  controllers: readonly PlaneController[],
  options: PlaneContextOptions,
): Promise<AsyncDisposable> {
  await using started = new StartedParts();
  const context = started.use(createPlaneContext(options));
  for (const controller of controllers) started.use(await controller.start(context));
  return started.move();
}
