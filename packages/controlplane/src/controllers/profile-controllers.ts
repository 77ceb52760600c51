/** The controllers of a plane's profile: they start with its server, when all else is ready, and end before it. */
import type { ApiServer } from "@pintle/apiserver";
import type { ControllerParts } from "./controller-parts.ts";
import { controllersOf } from "./controllers-of.ts";
import type { PlaneContextOptions } from "./kit/plane-controller.ts";
import { checkProfile, type Profile } from "./profile.ts";
import { startControllers } from "./start-controllers.ts";

export interface ProfileControllers {
  /** What the server runs once it is started. Without controllers there is nothing to run. */
  readonly hooks: Readonly<Record<string, (server: ApiServer) => Promise<void>>>;
  stop(): Promise<void>;
}

export function createProfileControllers(
  profile: Profile,
  seams: Omit<PlaneContextOptions, "registry" | "loopback">,
  parts: ControllerParts,
): ProfileControllers {
  const controllers = controllersOf(checkProfile(profile), parts);
  let running: AsyncDisposable | undefined;
  return {
    hooks:
      controllers.length === 0
        ? {}
        : {
            "start-controllers": async ({ registry, loopback }) => {
              running = await startControllers(controllers, { ...seams, registry, loopback });
            },
          },
    stop: async () => running?.[Symbol.asyncDispose](),
  };
}
