/**
 * Hears of every change to the Secret and to what is injected into.
 *
 * It hears that something has changed, not what: whoever is told reads the object itself, because between a watch and a write there is
 * always time for somebody else. So metadata is enough, however large a definition is, and one object is watched by its name, which rights
 * that are bound to names allow.
 */
import type { Client, PartialObjectMetadata } from "@pintle/client";
import { Secret } from "@pintle/kinds";
import { type AnyKind, ApiError, formatGroupResource, type Logger } from "@pintle/machinery";
import { createInformers } from "../../informers/create-informers.ts";
import type { Informer } from "../../informers/informer.ts";
import { type InjectionTarget, targetKinds } from "./ca-bundle-injector.ts";

export interface WatchForChangesOptions {
  readonly client: Client;
  readonly secret: { readonly namespace: string; readonly name: string };
  readonly targets: readonly InjectionTarget[];
  readonly logger?: Logger | undefined;
  readonly onChange: () => void;
}

export interface WatchedChanges extends AsyncDisposable {
  /** Which right is missing, where one has been from the beginning. */
  readonly problem: string | undefined;
}

interface Watched {
  readonly kind: AnyKind;
  readonly name: string;
  readonly informer: Informer<PartialObjectMetadata>;
}

export function watchForChanges(options: WatchForChangesOptions): WatchedChanges {
  const { client, secret, targets, logger, onChange } = options;
  const informers = createInformers(client, { resyncMs: 0, ...(logger && { logger }) });
  const watch = (kind: AnyKind, name: string, place: { readonly namespace?: string } = {}): Watched => {
    const informer = informers.metadata(kind, { ...place, fieldSelector: { "metadata.name": name } });
    informer.observe(onChange);
    return { kind, name, informer };
  };
  const watched = [
    watch(Secret, secret.name, { namespace: secret.namespace }),
    ...targets.map(({ kind, name }) => watch(targetKinds[kind], name)),
  ];
  const running = informers.start();
  return {
    get problem() {
      const refused = watched.find(
        ({ informer }) => !informer.isSynced && ApiError.is(informer.progress.lastError, "Forbidden"),
      );
      if (refused === undefined) return undefined;
      const { kind, name } = refused;
      const resource = formatGroupResource({ group: kind.group, resource: kind.plural });
      return `give the account of this program the verbs "list" and "watch" on ${resource} ${name}`;
    },
    async [Symbol.asyncDispose]() {
      await running[Symbol.asyncDispose]();
      for (const { informer } of watched) informer.release();
    },
  };
}
