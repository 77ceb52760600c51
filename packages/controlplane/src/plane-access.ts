/** The ways into a plane for its users: within the process, and by a kubeconfig where it listens. */
import { type ApiServer, createInProcessTransport } from "@pintle/apiserver";
import { type Clock, getOwn, type Transport, UsageError } from "@pintle/machinery";
import type { ControlPlane } from "./control-plane.ts";
import { formatKubeconfig } from "./kubeconfig.ts";

export interface PlaneAccessOptions {
  readonly handle: ApiServer["handle"];
  readonly clock: Clock;
  /** By user. */
  readonly tokens: Readonly<Record<string, string>>;
  /** Where the plane listens, if it does. */
  readonly address: { readonly url: string; readonly ca: string } | undefined;
}

export const administrator = { name: "admin", groups: ["system:masters"] };

export function createPlaneAccess(
  options: PlaneAccessOptions,
): Pick<ControlPlane, "transport" | "transportFor" | "kubeconfig"> {
  const { handle, clock, tokens, address } = options;
  const anybody = createInProcessTransport({ handle, clock });
  const transportFor = (user: string): Transport => {
    const authorization = `Bearer ${tokenOf(tokens, user)}`;
    return { request: (request) => anybody.request({ ...request, headers: { authorization, ...request.headers } }) };
  };
  return {
    transport: transportFor(administrator.name),
    transportFor,
    kubeconfig(user = administrator.name) {
      if (!address) {
        throw new UsageError(
          "PINTLE_PLANE_NOT_LISTENING",
          "a kubeconfig leads to a port: start the plane with listen: {}, or use plane.transport within this process",
        );
      }
      return formatKubeconfig({ ...address, user, token: tokenOf(tokens, user) });
    },
  };
}

function tokenOf(tokens: Readonly<Record<string, string>>, user: string): string {
  const token = getOwn(tokens, user);
  if (token !== undefined) return token;
  throw new UsageError(
    "PINTLE_USER_UNKNOWN",
    `the plane has no user "${user}": name one of ${Object.keys(tokens).join(", ")}, or start it with users`,
  );
}
