/** Which objects an informer is asked for, and what makes two askings the same informer. */
import type { KindReference } from "@pintle/client";
import { type AnyKind, compileLabelSelector, formatLabelSelector, UsageError } from "@pintle/machinery";
import type { InformerOptions } from "./informers.ts";

export interface InformerSpec {
  readonly kind: AnyKind | KindReference;
  readonly isMetadataOnly: boolean;
  /** In order and each once; nothing for all of them. */
  readonly namespaces: readonly string[] | undefined;
  readonly options: InformerOptions;
  /** The same for those who may share. */
  readonly id: string;
}

export function createInformerSpec(
  kind: AnyKind | KindReference,
  isMetadataOnly: boolean,
  options: InformerOptions,
  usualNamespace: string | readonly string[] | undefined,
): InformerSpec {
  const namespaces = namespacesOf(kind, options.namespace, usualNamespace);
  const { labelSelector, fieldSelector } = options;
  const labels =
    typeof labelSelector === "object" ? formatLabelSelector(compileLabelSelector(labelSelector)) : labelSelector;
  const fields = typeof fieldSelector === "object" ? Object.entries(fieldSelector).sort() : fieldSelector;
  const id = JSON.stringify([
    kind.apiVersion,
    kind.kind,
    isMetadataOnly,
    namespaces ?? null,
    labels || null,
    fields || null,
  ]);
  return { kind, isMetadataOnly, namespaces, options, id };
}

/**
 * Objects are kept once, so all who share them have to mean the same form of them, whoever asks first: who reads, changes and writes back a
 * form that another has made smaller wipes what is missing in it.
 */
export function requireSameForm({ kind, options }: InformerSpec, asked: InformerOptions): void {
  const difference = differenceOf(options, asked);
  if (difference === undefined) return;
  throw new UsageError(
    "PINTLE_INFORMER_FORM_DIFFERS",
    `the informer of ${kind.kind} is shared, and ${difference}: give both the same, or set them apart by a selector or a namespace`,
  );
}

function differenceOf(first: InformerOptions, asked: InformerOptions): string | undefined {
  if (first.transform !== asked.transform) {
    if (first.transform === undefined) return "was asked for without a transform first and with one now";
    const now = asked.transform === undefined ? "without one" : "with another function";
    return `was asked for with a transform first and ${now} now`;
  }
  const { keepsManagedFields = false } = first;
  if (keepsManagedFields === (asked.keepsManagedFields ?? false)) return undefined;
  return keepsManagedFields
    ? "was asked for with managedFields first and without them now"
    : "was asked for without managedFields first and with them now";
}

function namespacesOf(
  kind: AnyKind | KindReference,
  own: string | readonly string[] | undefined,
  usual: string | readonly string[] | undefined,
): readonly string[] | undefined {
  const isCluster = "scope" in kind && kind.scope === "Cluster";
  const given = own ?? (isCluster ? undefined : usual);
  if (given === undefined) return undefined;
  const namespaces = [...new Set(typeof given === "string" ? [given] : given)].sort();
  return namespaces.length === 0 ? undefined : namespaces;
}
