/** The Lease that candidates write their names into. Whoever writes it has read it before: a write on top of somebody else's is a conflict. */
import type { Client } from "@pintle/client";
import { Lease, type LeaseSpec } from "@pintle/kinds/coordination/v1";
import { ApiError, type Clock, formatMicroTime } from "@pintle/machinery";

/** What stands in the Lease. */
export interface LeaseRecord {
  /** Empty when nobody leads. */
  readonly holder: string;
  readonly durationSeconds: number;
  /** The holder's own wall clock, for people: nobody decides anything by them. */
  readonly acquireTime: string | undefined;
  readonly renewTime: string | undefined;
  /** How often the holder has changed. */
  readonly transitions: number;
}

export interface LeaseLockOptions {
  readonly client: Client;
  readonly namespace: string;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>> | undefined;
  /** Of each request, so that one that hangs does not cost the leadership. */
  readonly requestTimeoutMs: number;
}

export class LeaseLock {
  readonly #options: LeaseLockOptions;
  /** As the server last gave it. */
  #lease: Lease | undefined;

  constructor(options: LeaseLockOptions) {
    this.#options = options;
  }

  /** For logs. */
  get description(): string {
    return `${this.#options.namespace}/${this.#options.name}`;
  }

  /** What an Event is about. */
  get lease(): Lease | undefined {
    return this.#lease;
  }

  /** `undefined` when there is no such Lease. */
  async read(signal: AbortSignal): Promise<LeaseRecord | undefined> {
    try {
      this.#lease = await this.#leases().get(this.#options.name, this.#call(signal));
    } catch (error) {
      if (!ApiError.is(error, "NotFound")) throw error;
      this.#lease = undefined;
      return undefined;
    }
    return recordOf(this.#lease);
  }

  /** Creates it, or updates it in the state in which it was last read or written. */
  async write(record: LeaseRecord, signal: AbortSignal): Promise<void> {
    const { name, namespace, labels } = this.#options;
    const metadata = this.#lease?.metadata ?? { name, namespace };
    const lease = Lease({
      metadata: { ...metadata, ...(labels && { labels: { ...metadata.labels, ...labels } }) },
      spec: specOf(record),
    });
    this.#lease = this.#lease
      ? await this.#leases().update(lease, this.#call(signal))
      : await this.#leases().create(lease, this.#call(signal));
  }

  #leases() {
    return this.#options.client.resource(Lease, { namespace: this.#options.namespace });
  }

  #call(signal: AbortSignal) {
    return { signal, timeoutMs: this.#options.requestTimeoutMs };
  }
}

/** As `renewTime` and `acquireTime` have it. */
export function leaseTime(clock: Clock): string {
  return formatMicroTime(BigInt(Math.floor(clock.now() * 1_000)));
}

export function isSameRecord(left: LeaseRecord | undefined, right: LeaseRecord): boolean {
  return (
    left !== undefined &&
    left.holder === right.holder &&
    left.durationSeconds === right.durationSeconds &&
    left.acquireTime === right.acquireTime &&
    left.renewTime === right.renewTime &&
    left.transitions === right.transitions
  );
}

/** Anybody may have written it, with anything left out. */
function recordOf({ spec }: Lease): LeaseRecord {
  return {
    holder: spec?.holderIdentity ?? "",
    durationSeconds: spec?.leaseDurationSeconds ?? 0,
    acquireTime: spec?.acquireTime,
    renewTime: spec?.renewTime,
    transitions: spec?.leaseTransitions ?? 0,
  };
}

function specOf({ holder, durationSeconds, acquireTime, renewTime, transitions }: LeaseRecord): LeaseSpec {
  return {
    holderIdentity: holder,
    leaseDurationSeconds: durationSeconds,
    ...(acquireTime !== undefined && { acquireTime }),
    ...(renewTime !== undefined && { renewTime }),
    leaseTransitions: transitions,
  };
}
