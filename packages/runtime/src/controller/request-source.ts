/** Requests that come from somewhere else than a watch: a message, a webhook, a poll of some other system. */
import { formatObjectKey, lowPriority, type ObjectKey } from "@pintle/machinery";

/** Anything that can ask for runs while a controller listens to it. */
export interface RequestSource {
  /** For logs. */
  readonly name: string;
  /** Begins to tell, without blocking; what it gives back is disposed of when nobody listens any more. */
  start(target: RequestTarget): Disposable | AsyncDisposable;
}

export interface RequestTarget {
  add(request: ObjectKey, options?: PushOptions): void;
}

export interface PushOptions {
  /** False for what may wait behind all news, such as a poll that finds thousands. */
  readonly isUrgent?: boolean;
}

/** A source into which one's own code pushes. */
export interface PushSource extends RequestSource {
  /** Asks for a run. While no controller listens, requests are kept, each once. */
  push(request: ObjectKey, options?: PushOptions): void;
}

export function createPushSource(name: string): PushSource {
  const targets = new Set<RequestTarget>();
  const kept = new Map<string, { readonly request: ObjectKey; readonly options: PushOptions | undefined }>();
  return {
    name,

    start(target) {
      targets.add(target);
      for (const { request, options } of kept.values()) target.add(request, options);
      kept.clear();
      return { [Symbol.dispose]: () => void targets.delete(target) };
    },

    push(request, options) {
      if (targets.size === 0) kept.set(formatObjectKey(request), { request, options });
      for (const target of targets) target.add(request, options);
    },
  };
}

/** Urgent unless said otherwise. */
export function priorityOf(options: PushOptions | undefined): number {
  return options?.isUrgent === false ? lowPriority : 0;
}
