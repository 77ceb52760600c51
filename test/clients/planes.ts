/** The server that clients judge: ours, or the real one for `make test-real`, where every test has to pass too. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { after, before } from "node:test";
import { createConsoleLogger, createProcessClock } from "@pintle/machinery";
import { Client, type ServerDescription } from "../conformance/client.ts";
import { startRealControlPlane } from "../real/control-plane.ts";

export interface JudgedPlane extends ServerDescription, AsyncDisposable {}

/** `kubeconfig` is a path on both. */
const planes: Record<string, () => Promise<JudgedPlane>> = {
  pintle: startOurs,
  real: async () => ({ name: "real", ...(await startRealControlPlane()) }),
};

/** What `PINTLE_PLANE` names; ours unless said. */
export const planeName: string = process.env.PINTLE_PLANE ?? "pintle";

export function startPlane(): Promise<JudgedPlane> {
  const start = planes[planeName];
  if (start === undefined) throw new Error(`PINTLE_PLANE knows no "${planeName}": ${Object.keys(planes).join(", ")}`);
  return start();
}

async function startOurs(): Promise<JudgedPlane> {
  const { startControlPlane } = await import("@pintle/controlplane");
  const write = (text: string) => process.stderr.write(text);
  const plane = await startControlPlane({
    listen: {},
    logger: createConsoleLogger({ write, clock: createProcessClock(), level: "error" }),
  });
  const folder = mkdtempSync(`${tmpdir()}/pintle-clients-`);
  const kubeconfig = `${folder}/kubeconfig`;
  writeFileSync(kubeconfig, plane.kubeconfig(), { mode: 0o600 });
  const dispose = async () => {
    await plane.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { name: "pintle", ...plane, kubeconfig, [Symbol.asyncDispose]: dispose };
}

interface Shared {
  /** To arrange what a command meets and to see what it left. */
  readonly client: Client;
  readonly kubeconfig: string;
}

let shared: Shared | undefined;
let isAnnounced = false;

/** One plane for all tests of this process, there once the first test runs. */
export function usePlane(): () => Shared {
  if (!isAnnounced) {
    isAnnounced = true;
    let plane: JudgedPlane;
    before(async () => {
      plane = await startPlane();
      shared = { client: new Client(plane), kubeconfig: plane.kubeconfig };
    });
    after(async () => {
      await shared?.client.close();
      await plane?.[Symbol.asyncDispose]();
    });
  }
  return () => {
    if (shared === undefined) throw new Error("the plane is started before the first test, not when its file is read");
    return shared;
  };
}
