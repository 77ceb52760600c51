/** A manager with everything in it that a program is made of. It is loaded when something is run, and not when something is declared. */
import { createManager, type Manager, type ManagerOptions } from "@pintle/runtime";
import { operatorController } from "../operator/operator-controller.ts";
import { checkInstalled } from "./check-installed.ts";
import { isControllerDefinition, isOperator, type ProgramParts, programNameOf } from "./program-parts.ts";
import type { RunningOperators, StartOperatorsOptions } from "./start-operators.ts";
import { createWebhookPart } from "./webhook-part.ts";

export async function startManager(parts: ProgramParts, options: StartOperatorsOptions): Promise<RunningOperators> {
  const { client, logger, signal: given, webhooks: serving, name = programNameOf(parts) } = options;
  const stopping = new AbortController();
  const signal = given === undefined ? stopping.signal : AbortSignal.any([given, stopping.signal]);
  await checkInstalled(parts, { client, logger, signal });
  const manager = createManager(managerOptionsOf(options));
  for (const part of parts) {
    if (isOperator(part)) manager.add(operatorController(part, { metrics: manager.metrics }));
    else if (isControllerDefinition(part)) manager.add(part);
  }
  const webhooks = serving && createWebhookPart({ parts, name, manager, serving });
  if (webhooks) manager.add(webhooks);
  const ended = manager.start({ signal });
  // Whoever wants to know awaits it; nobody has to.
  ended.catch(() => {});
  const stop = () => {
    stopping.abort(new Error("the program was asked to stop"));
    return ended;
  };
  return { manager, ended, ready: readyOf(manager, ended), stop, [Symbol.asyncDispose]: stop };
}

function managerOptionsOf(options: StartOperatorsOptions): ManagerOptions {
  const { client, logger, leaderElection, metrics, health, gracefulShutdownMs, namespaces } = options;
  return {
    client,
    logger,
    ...(leaderElection !== undefined && { leaderElection }),
    ...(metrics !== undefined && { metrics }),
    ...(health !== undefined && { health }),
    ...(gracefulShutdownMs !== undefined && { gracefulShutdownMs }),
    ...(namespaces !== undefined && { informers: { namespace: namespaces } }),
  };
}

function readyOf({ elected }: Manager, ended: Promise<void>): Promise<void> {
  const early = ended.then(() => {
    throw new Error("the program was stopped before it was ready");
  });
  const ready = Promise.race([elected, early]);
  ready.catch(() => {});
  return ready;
}
