/** What an admission webhook is told beside the object, and how it says no. */
import type { InputOf } from "@pintle/client";
import type {
  AnyKind,
  DeepReadonly,
  FieldError,
  FieldPath,
  GroupVersionKind,
  GroupVersionResource,
  JsonObject,
  Logger,
  ObjectKey,
  ObjectOf,
} from "@pintle/machinery";
import type { ListerOptions } from "../../informers/informer.ts";

export type AdmissionOperation = "CREATE" | "UPDATE" | "DELETE";

export interface AdmissionReview<K extends AnyKind> {
  readonly operation: AdmissionOperation;
  /** Before an update, or what is deleted. */
  readonly previous: DeepReadonly<ObjectOf<K>> | undefined;
  /** Who asks for it. */
  readonly user: AdmissionUser;
  /** Nothing will be stored: nothing else may change either. */
  readonly dryRun: boolean;
  /** Of this question, for logs. */
  readonly requestUid: string;
  readonly kind: GroupVersionKind;
  readonly resource: GroupVersionResource;
  /** `status`, `scale`, …; empty for the object itself. */
  readonly subresource: string;
  /** Empty where the server makes it up, which it has not done yet. */
  readonly name: string;
  /** Empty for an object of cluster scope. */
  readonly namespace: string;
  /** CreateOptions, UpdateOptions or DeleteOptions of the request. */
  readonly options: DeepReadonly<JsonObject>;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  readonly logger: Logger;
  /**
   * Another object, from the cache, which may be a moment behind the server: `review.read(Namespace, review.namespace)`. Its kind is one of
   * those in `reads`, and it is in the namespace of what is reviewed unless said.
   */
  read<Read extends AnyKind>(kind: Read, key: string | ObjectKey): DeepReadonly<ObjectOf<Read>> | undefined;
  /** Other objects, the same way: of all namespaces unless said. */
  list<Read extends AnyKind>(kind: Read, options?: ListerOptions): readonly DeepReadonly<ObjectOf<Read>>[];
  /**
   * Refuses, and tells why beside the field: `review.deny("spec.image", "must not be empty")`. It may be called several times; the user
   * reads all of it. Without a path the request is forbidden as a whole.
   */
  deny(path: FieldPath | string, why: string): void;
  /** The same with a choice of words: `FieldError.notSupported("spec.size", size, sizes)`. */
  deny(error: FieldError): void;
  /** Lets it pass, and has the user read this; in all cases. */
  warn(path: FieldPath | string, why: string): void;
  /** For the audit log of the server, under the webhook's name. */
  annotateAudit(key: string, value: string): void;
}

export interface AdmissionUser {
  readonly username: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/** An object as it is being written, free to be changed: fields that only have to be there to be read may still be missing. */
export type AdmissionDraft<K extends AnyKind> = {
  readonly apiVersion: K["apiVersion"];
  readonly kind: K["kind"];
  metadata: Mutable<ObjectOf<K>["metadata"]>;
} & Mutable<Omit<InputOf<K>, "apiVersion" | "kind" | "metadata">>;

export type Mutable<Value> = Value extends readonly (infer Item)[]
  ? Mutable<Item>[]
  : Value extends object
    ? { -readonly [Key in keyof Value]: Mutable<Value[Key]> }
    : Value;
