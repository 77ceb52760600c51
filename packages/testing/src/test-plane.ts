/** What can be said when a plane for tests is started, and what tests have in hand. */
import type { Client } from "@pintle/client";
import type { ControlPlane, NodeOptions, Profile } from "@pintle/controlplane";
import type { AnyKind, LabelSelector, LogLine, ObjectKey, ObjectOf, VirtualClock } from "@pintle/machinery";
import type { ProgramParts } from "pintle";
import type { ManifestToApply } from "./apply-manifests.ts";
import type { ObjectAssertions } from "./assertions/object-assertions.ts";
import type { RecordedEvent } from "./events-of.ts";
import type { ObjectReference } from "./object-reference.ts";

export interface TestPlaneOptions extends NodeOptions {
  /** What runs, as `run` takes it: called at the start and at every restart, since what has a life of its own is made anew then. */
  readonly operators: () => ProgramParts | Promise<ProgramParts>;
  /** What is there before the operators start, and before anybody asks their admission: manifests, or YAML with any number of them. */
  readonly objects?: readonly ManifestToApply[];
  /** How much of a Kubernetes it is: `workloads` unless said, where Deployments have pods and these become ready. */
  readonly profile?: Profile;
  /** Whether the API server asks the operators' admission and conversion; it does unless this is false, as with `ENABLE_WEBHOOKS=false`. */
  readonly webhooks?: boolean;
  /** Decides on whatever is random. The same seed takes the same course: 42 unless said. */
  readonly seed?: number;
}

/**
 * An API server with operators on it, in this process and on virtual time: nothing happens unless a request, `settle` or `advance` makes it
 * happen, and no test waits for anything.
 */
export interface TestPlane extends AsyncDisposable, ObjectAssertions {
  /** For the test itself, with all rights. */
  readonly client: Client;
  /** What runs below, for users of its own, snapshots and whatever else a plane can do. */
  readonly plane: ControlPlane;
  readonly clock: VirtualClock;
  /** What the operators have logged, in all of their lives. */
  readonly logs: readonly LogLine[];
  /**
   * Lets time pass until nothing is left to be done. What never comes to rest, such as a run that fails again and again, is a
   * `NotSettledError` that lists what is in flight, which timers are pending and what happened last: use `advance` there.
   */
  settle(): Promise<void>;
  /** Lets time pass: `"5m"`, `"1h30m"`, or milliseconds. */
  advance(duration: string | number): Promise<void>;
  /** Applies manifests, or YAML with any number of them, as `kubectl apply --server-side --force-conflicts` does. */
  apply(...manifests: readonly ManifestToApply[]): Promise<void>;
  /** Rejects with an `ApiError` NotFound where there is none. In `default` unless the key names a namespace. */
  get<K extends AnyKind>(kind: K, key: string | ObjectKey): Promise<ObjectOf<K>>;
  /** In all namespaces unless said. */
  list<K extends AnyKind>(kind: K, options?: ListedObjects): Promise<readonly ObjectOf<K>[]>;
  /** What was told of an object, in the order in which it was told. */
  events(object: ObjectReference): Promise<readonly RecordedEvent[]>;
  /**
   * Ends the operators and starts them anew. With `crash` they end as by SIGKILL: whatever they were about to write, and whatever they had in
   * memory, is lost.
   */
  restart(options?: { readonly crash?: boolean }): Promise<void>;
  /** Ends the operators until `resume`, which starts them anew. Nobody asks their webhooks meanwhile. */
  pauseOperators(): Promise<PausedOperators>;
  /** Runs something, settles, and fails if the operators changed any object meanwhile; the message lists their writes. */
  assertUnchanged(work: () => unknown): Promise<void>;
}

export interface ListedObjects {
  readonly namespace?: string;
  readonly labelSelector?: string | LabelSelector;
}

/** Disposing of it resumes, too. */
export interface PausedOperators extends AsyncDisposable {
  resume(): Promise<void>;
}
