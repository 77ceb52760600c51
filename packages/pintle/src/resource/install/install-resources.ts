/** Applies the definitions of resources one after the other, and waits for each until it is served. */
import { type Client, ignoreNotFound } from "@pintle/client";
import { CustomResourceDefinition } from "@pintle/kinds/apiextensions/v1";
import { ApiError, createDeadline, UsageError } from "@pintle/machinery";
import type { InstallOptions, InstallProgress } from "../install.ts";
import type { AnyResource } from "../resource.ts";
import { definitionNameOf } from "../resource-names.ts";
import { toDefinition } from "../to-definition.ts";
import { explainConflict, explainTimeout } from "./install-errors.ts";
import { checkStoredVersions } from "./stored-versions.ts";
import { untilGone, untilServed } from "./until-served.ts";

export const installFieldManager = "pintle";

/** Told of what happens to one definition, which is the subject of the sentence. */
export type Tell = (step: InstallProgress["step"], what: string) => void;

export async function applyResources(
  client: Client,
  resources: readonly AnyResource[],
  options: InstallOptions,
): Promise<void> {
  const { timeoutMs = 60_000, onProgress } = options;
  using deadline = createDeadline(client.clock, timeoutMs, { kind: "background", label: "installing resources" });
  const signal = options.signal ? AbortSignal.any([options.signal, deadline.signal]) : deadline.signal;
  for (const resource of resources) {
    const name = definitionNameOf(resource);
    let last = "was not heard of";
    const tell: Tell = (step, what) => {
      last = what;
      onProgress?.({ name, step, message: `${name} ${what}` });
    };
    try {
      await applyDefinition(client, resource, { ...options, signal }, tell);
      await untilServed(client, resource, { name, signal, tell });
    } catch (error) {
      if (deadline.signal.aborted && !(error instanceof UsageError)) throw explainTimeout(name, timeoutMs, last, error);
      throw error;
    }
  }
}

type Definition = Awaited<ReturnType<typeof readDefinition>>;

function readDefinition(client: Client, name: string, signal: AbortSignal) {
  return ignoreNotFound(client.resource(CustomResourceDefinition).get(name, { signal }));
}

async function applyDefinition(
  client: Client,
  resource: AnyResource,
  { force = false, signal, conversion }: InstallOptions & { readonly signal: AbortSignal },
  tell: Tell,
): Promise<void> {
  const name = definitionNameOf(resource);
  let before: Definition = await readDefinition(client, name, signal);
  if (before?.metadata.deletionTimestamp !== undefined) {
    tell("removing", "waits for the definition to go that is being deleted");
    await untilGone(client, name, signal);
    before = undefined;
  }
  // Where nothing is said of conversion, whoever converts by now goes on.
  const converting = conversion ?? before?.spec.conversion?.webhook?.clientConfig;
  const definition = toDefinition(resource, { conversion: converting });
  if (before) await checkStoredVersions(client, before, definition, signal);
  const options = { fieldManager: installFieldManager, force, signal };
  try {
    const after = await client.resource(CustomResourceDefinition).apply(definition, options);
    const isSame = after.metadata.resourceVersion === before?.metadata.resourceVersion;
    const step = before === undefined ? "created" : isSame ? "unchanged" : "changed";
    tell(step, step === "unchanged" ? "is as declared" : `was ${step}`);
  } catch (error) {
    const answer = ApiError.is(error, "Conflict") ? ApiError.find(error) : undefined;
    throw answer ? explainConflict(name, answer) : error;
  }
}
