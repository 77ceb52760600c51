/** What people write: admission of objects of any kind, as a pure value. Nothing here runs. */
import type { AnyKind } from "@pintle/machinery";
import type { AdmissionWebhookOptions } from "@pintle/runtime";

export interface WebhookDeclaration<K extends AnyKind> extends Omit<AdmissionWebhookOptions<K>, "paths"> {
  /**
   * In configurations and paths: the kind in lower case unless said. Webhooks of one kind that have no names of their own are one, whose
   * functions are asked one after the other.
   */
  readonly name?: string;
}

/** A webhook of any kind, as `run`, tests and manifests take it. */
export interface WebhookDefinition {
  /** What tells it from an operator and from a controller. */
  readonly type: "webhook";
  readonly kind: AnyKind;
  readonly name: string | undefined;
  readonly admission: AdmissionWebhookOptions<AnyKind>;
}
