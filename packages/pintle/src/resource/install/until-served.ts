/** Waits until a definition is established and its objects are served, or until it is gone. */
import type { Client } from "@pintle/client";
import {
  CustomResourceDefinition,
  type CustomResourceDefinitionCondition,
  type CustomResourceDefinitionNames,
} from "@pintle/kinds/apiextensions/v1";
import { type AnyKind, ApiError, equalJson, type JsonValue } from "@pintle/machinery";
import { explainNames, type NameOwner } from "./install-errors.ts";
import type { Tell } from "./install-resources.ts";

export interface Waiting {
  /** Of the CustomResourceDefinition. */
  readonly name: string;
  readonly signal: AbortSignal;
  readonly tell: Tell;
}

const pauseMs = 100;

export async function untilServed(client: Client, kind: AnyKind, waiting: Waiting): Promise<void> {
  await untilEstablished(client, waiting);
  const objects = client.resource(kind);
  // Established is what is stored; the server that is asked may know of it a moment later.
  for (;;) {
    try {
      await objects.list({ limit: 1, signal: waiting.signal });
      break;
    } catch (error) {
      if (ApiError.find(error) === undefined) throw error;
      // Whatever else it says, it serves them: who installs a resource need not be allowed to read it.
      if (!ApiError.is(error, "NotFound")) break;
      waiting.tell("waiting", "is established, but its objects are not served yet");
      await pause(client, waiting);
    }
  }
  waiting.tell("established", "is established");
}

async function untilEstablished(client: Client, waiting: Waiting): Promise<void> {
  const { name, signal, tell } = waiting;
  for (;;) {
    for await (const event of client.resource(CustomResourceDefinition).watch(watchOf(name, signal))) {
      if (event.type === "BOOKMARK" || event.type === "DELETED") continue;
      const { spec, status } = event.object;
      const naming = conditionOf(status?.conditions, "NamesAccepted");
      if (naming?.status === "False") {
        const owners = await findOwners(client, name, spec, signal);
        const why = `${naming.reason}: ${naming.message}`;
        if (owners === undefined || owners.length > 0) throw explainNames(name, why, owners ?? []);
      }
      const established = conditionOf(status?.conditions, "Established");
      // The conditions may still be those of the names that it had before.
      if (established?.status === "True" && isSame(status?.acceptedNames, spec.names)) return;
      tell("waiting", `waits to be established${established?.message ? `: ${established.message}` : ""}`);
    }
    await pause(client, waiting);
  }
}

export async function untilGone(client: Client, name: string, signal: AbortSignal): Promise<void> {
  const definitions = client.resource(CustomResourceDefinition);
  for (;;) {
    const found = await definitions.list({ fieldSelector: { "metadata.name": name }, signal });
    if (found.items.length === 0) return;
    const { resourceVersion } = found.metadata;
    for await (const event of definitions.watch({ ...watchOf(name, signal), resourceVersion })) {
      if (event.type === "DELETED") return;
    }
    await pause(client, { name, signal });
  }
}

function watchOf(name: string, signal: AbortSignal) {
  return { fieldSelector: { "metadata.name": name }, signal };
}

/** A watch ends quietly when its signal is aborted, and a server that ends each one at once is not to be asked without a pause. */
async function pause(client: Client, { name, signal }: Pick<Waiting, "name" | "signal">): Promise<void> {
  await client.clock.sleep(pauseMs, { kind: "work", label: `waiting for ${name}`, signal });
}

function conditionOf(conditions: readonly CustomResourceDefinitionCondition[] | undefined, type: string) {
  return conditions?.find((condition) => condition.type === type);
}

function isSame(left: unknown, right: unknown): boolean {
  return equalJson(left as JsonValue, right as JsonValue);
}

/**
 * Other definitions of the group that have one of the names, or `undefined` for who may not list definitions. Where nobody has one, the names
 * were taken when the server looked last, and it will look again.
 */
async function findOwners(
  client: Client,
  name: string,
  { group, names }: { readonly group: string; readonly names: CustomResourceDefinitionNames },
  signal: AbortSignal,
): Promise<NameOwner[] | undefined> {
  try {
    const { items } = await client.resource(CustomResourceDefinition).list({ signal });
    return items
      .filter(({ metadata, spec }) => metadata.name !== name && spec.group === group)
      .map(({ metadata, status }) => ({
        definition: metadata.name ?? "",
        names: sharedNames(names, status?.acceptedNames),
      }))
      .filter((owner) => owner.names.length > 0);
  } catch (error) {
    if (ApiError.is(error, "Forbidden")) return undefined;
    throw error;
  }
}

/** Names of resources clash with each other, and those of kinds do. */
function sharedNames(
  wanted: CustomResourceDefinitionNames,
  taken: CustomResourceDefinitionNames | undefined,
): string[] {
  const resources = (names?: CustomResourceDefinitionNames) => [
    ...new Set([names?.plural, names?.singular, ...(names?.shortNames ?? [])].filter((name) => name !== undefined)),
  ];
  const kinds = (names?: CustomResourceDefinitionNames) =>
    [names?.kind, names?.listKind].filter((name) => name !== undefined);
  return [
    ...resources(wanted).filter((name) => resources(taken).includes(name)),
    ...kinds(wanted).filter((name) => kinds(taken).includes(name)),
  ];
}
