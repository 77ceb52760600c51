/**
 * Events of controllers as client-go's recorder writes them: one that repeats is counted, many that resemble each other become one, and who
 * tells too much about an object is not heard for a while.
 *
 * Nobody waits for an event, and one that cannot be written is left out.
 */
import {
  ApiError,
  type Clock,
  formatTime,
  type KubernetesObject,
  type Logger,
  type OwnerReference,
  track,
} from "@pintle/machinery";
import type { PlaneWriter } from "./plane-writer.ts";
import { createTurns } from "./turns.ts";

export interface PlaneEvents {
  /** The object must name its kind, as those that are followed do. */
  record(
    object: KubernetesObject,
    type: "Normal" | "Warning",
    reason: string,
    message: string,
    /** The part of the object that it is about: `spec.containers{main}`. All of it unless said. */
    fieldPath?: string,
  ): void;
}

export interface PlaneEventsOptions {
  readonly writer: PlaneWriter;
  /** What `source.component` says: `replicaset-controller`. */
  readonly component: string;
  /** What `source.host` says; nothing unless said. */
  readonly host?: string;
  readonly clock: Clock;
  readonly logger: Logger;
}

const maxRemembered = 4_096;
/** So many different messages of one reason within so long become one event. */
const maxSimilar = 10;
const similarMs = 600_000;
/** So many events of a type about an object, and then one in so long. */
const maxBurst = 25;
const refillMs = 300_000;
/** So many names are tried for an event. */
const maxNames = 100;

interface Written {
  readonly name: string;
  count: number;
}

interface Similar {
  readonly messages: Set<string>;
  lastMs: number;
}

interface Budget {
  left: number;
  sinceMs: number;
}

export function createPlaneEvents(options: PlaneEventsOptions): PlaneEvents {
  return new CountingEvents(options);
}

class CountingEvents implements PlaneEvents {
  readonly #options: PlaneEventsOptions;
  readonly #written = new Map<string, Written>();
  readonly #similar = new Map<string, Similar>();
  readonly #budgets = new Map<string, Budget>();
  /** Events are written in their order, so that one is there before it is counted. */
  #last: Promise<void> = Promise.resolve();
  #sequence = 0;
  readonly #letOthers: () => Promise<void> | undefined;

  constructor(options: PlaneEventsOptions) {
    this.#options = options;
    this.#letOthers = createTurns(options.clock);
  }

  record(
    object: KubernetesObject,
    type: "Normal" | "Warning",
    reason: string,
    message: string,
    fieldPath?: string,
  ): void {
    const { clock, component, logger } = this.#options;
    const about = { ...referenceTo(object), ...(fieldPath !== undefined && { fieldPath }) };
    const subject = [about.apiVersion, about.kind, about.namespace, about.name, about.uid].join("\n");
    const alike = [subject, type, reason].join("\n");
    const isCombined = this.#countSimilar(alike, message);
    const text = isCombined ? `(combined from similar events): ${message}` : message;
    const key = isCombined ? alike : [alike, message, fieldPath].join("\n");
    if (!this.#mayTell([subject, type].join("\n"))) return;
    const label = `event ${reason} of ${about.kind} ${about.name} by ${component}`;
    const write = async () => {
      await this.#letOthers();
      await this.#write(key, about, { type, reason, message: text }, isCombined);
    };
    this.#last = this.#last.then(() =>
      track(clock, label, write).catch((error) => logger.debug("an event was not written", { label, error })),
    );
  }

  async #write(key: string, about: ObjectReference, rest: EventText, isCombined: boolean): Promise<void> {
    const { writer, clock, component, host } = this.#options;
    const place = { group: "", plural: "events", namespace: about.namespace ?? "default" };
    const nowMs = clock.now();
    const time = formatTime(nowMs);
    const before = this.#written.get(key);
    if (before) {
      const patch = { count: before.count + 1, lastTimestamp: time, message: rest.message };
      try {
        await writer.patch({ ...place, name: before.name }, "strategic", patch);
        before.count += 1;
        return;
      } catch (error) {
        // It was deleted meanwhile, as events are after an hour.
        if (!ApiError.is(error, "NotFound")) throw error;
      }
    }
    const name = await this.#create(nowMs, about.name, (name) =>
      writer.submit(place, {
        kind: "Event",
        apiVersion: "v1",
        metadata: { name, namespace: place.namespace },
        involvedObject: about,
        ...rest,
        source: { component, ...(host !== undefined && { host }) },
        // Upstream's combined events do not say who reports.
        ...(!isCombined && { reportingComponent: component, ...(host !== undefined && { reportingInstance: host }) }),
        firstTimestamp: time,
        lastTimestamp: time,
        count: 1,
      }),
    );
    remember(this.#written, key, { name, count: 1 });
  }

  /** Gives the event a name that no other has. Others may tell of the same object in the same moment. */
  async #create(nowMs: number, subject: string, write: (name: string) => Promise<unknown>): Promise<string> {
    for (let tries = 1; ; tries += 1) {
      this.#sequence += 1;
      const name = `${subject}.${(BigInt(nowMs) * 1_000_000n + BigInt(this.#sequence % 1_000_000)).toString(16)}`;
      try {
        await write(name);
        return name;
      } catch (error) {
        if (tries === maxNames || !ApiError.is(error, "AlreadyExists")) throw error;
      }
    }
  }

  /** Whether there are so many events that differ in nothing but their message that they become one. */
  #countSimilar(alike: string, message: string): boolean {
    const nowMs = this.#options.clock.monotonic();
    const known = this.#similar.get(alike);
    const similar = known && nowMs - known.lastMs <= similarMs ? known : { messages: new Set<string>(), lastMs: nowMs };
    similar.lastMs = nowMs;
    if (similar.messages.size < maxSimilar) similar.messages.add(message);
    remember(this.#similar, alike, similar);
    return similar.messages.size >= maxSimilar;
  }

  #mayTell(subject: string): boolean {
    const nowMs = this.#options.clock.monotonic();
    const budget = this.#budgets.get(subject) ?? { left: maxBurst, sinceMs: nowMs };
    budget.left = Math.min(maxBurst, budget.left + (nowMs - budget.sinceMs) / refillMs);
    budget.sinceMs = nowMs;
    remember(this.#budgets, subject, budget);
    if (budget.left < 1) return false;
    budget.left -= 1;
    return true;
  }
}

interface EventText {
  readonly type: string;
  readonly reason: string;
  readonly message: string;
}

interface ObjectReference extends Pick<OwnerReference, "apiVersion" | "kind" | "name"> {
  readonly namespace?: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly fieldPath?: string;
}

function referenceTo({ apiVersion, kind, metadata }: KubernetesObject): ObjectReference {
  const { name = "", namespace, uid, resourceVersion } = metadata;
  return {
    kind,
    ...(namespace !== undefined && { namespace }),
    name,
    ...(uid !== undefined && { uid }),
    apiVersion,
    ...(resourceVersion !== undefined && { resourceVersion }),
  };
}

/** The oldest is forgotten where there are too many. */
function remember<Value>(known: Map<string, Value>, key: string, value: Value): void {
  known.delete(key);
  known.set(key, value);
  const [oldest] = known.keys();
  if (known.size > maxRemembered && oldest !== undefined) known.delete(oldest);
}
