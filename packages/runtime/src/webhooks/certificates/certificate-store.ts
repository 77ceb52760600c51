/**
 * The Secret that replicas share. Whoever writes first wins, by `AlreadyExists` and `resourceVersion`; the others read what was written.
 *
 * What is broken in it is replaced, by what was shown until then where that is known, and told about. What belongs to somebody else, or to
 * a newer version of this program, is left alone.
 */
import type { Client } from "@pintle/client";
import { Secret } from "@pintle/kinds";
import { ApiError, type Logger } from "@pintle/machinery";
import type { EventRecorder } from "../../events/event-recorder.ts";
import { ask, callTimeoutMs } from "./asking-the-server.ts";
import { readCertificateSecret, type StoredCertificates, writeCertificateSecret } from "./certificate-secret.ts";
import { beginRenewal, type CertificatePlan, type CertificateWishes, planCertificates } from "./plan-certificates.ts";
import { endOf } from "./read-certificates.ts";

export interface CertificateStoreOptions {
  readonly client: Client;
  readonly secret: { readonly namespace: string; readonly name: string };
  readonly wishes: CertificateWishes;
  readonly logger?: Logger | undefined;
  readonly recorder?: EventRecorder | undefined;
}

export interface SettledCertificates {
  readonly certificates: StoredCertificates;
  /** When there is something to do again. */
  readonly untilMs: number;
}

interface Judgement {
  readonly plan: CertificatePlan;
  readonly stored: StoredCertificates | undefined;
  /** What was wrong with the Secret. */
  readonly damage?: string;
}

/** However many replicas write at once, each of them loses less often than this. */
const attempts = 20;

export class CertificateStore {
  readonly #options: CertificateStoreOptions;
  readonly #place: string;
  #last: StoredCertificates | undefined;

  constructor(options: CertificateStoreOptions) {
    this.#options = options;
    this.#place = `${options.secret.namespace}/${options.secret.name}`;
  }

  /** The authorities that are in store at this moment, PEM. */
  async currentBundle(signal: AbortSignal): Promise<string> {
    const secret = await this.#read(signal);
    const content = secret && readCertificateSecret(secret);
    return content?.state === "good" ? bundleOf(content.certificates) : "";
  }

  /** Brings the Secret into the state in which it should be, and gives what is in it then. */
  async settle(isNextTrusted: (next: string) => boolean, signal: AbortSignal): Promise<SettledCertificates> {
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const secret = await this.#read(signal);
      const { plan, stored, damage } = this.#judge(secret, isNextTrusted);
      if (plan.action === "keep" && stored) {
        this.#last = stored;
        return { certificates: stored, untilMs: plan.untilMs };
      }
      if (plan.action === "write" && (await this.#write(secret, plan.certificates, signal))) {
        this.#tell(secret, plan.why, damage);
      }
    }
    throw new Error(`the Secret ${this.#place} changes faster than it can be read: see who else writes it`);
  }

  #judge(secret: Secret | undefined, isNextTrusted: (next: string) => boolean): Judgement {
    const { client, wishes } = this.#options;
    const nowMs = client.clock.now();
    const content = secret && readCertificateSecret(secret);
    if (content?.state === "refused") throw new Error(`the Secret ${this.#place} ${content.why}`);
    if (content?.state === "good") {
      const stored = content.certificates;
      const isTrusted = stored.next !== undefined && isNextTrusted(stored.next.cert);
      return { plan: planCertificates(wishes, { nowMs, stored, isNextTrusted: isTrusted }), stored };
    }
    const damage = content?.state === "broken" ? { damage: content.why } : {};
    const shown = this.#last && endOf(this.#last.cert) > nowMs ? this.#last : undefined;
    if (shown === undefined) {
      return {
        plan: planCertificates(wishes, { nowMs, stored: undefined, isNextTrusted: false }),
        stored: shown,
        ...damage,
      };
    }
    // What is shown stays good, so that no call fails. Who deletes a Secret of certificates usually wants new ones.
    return content?.state === "broken"
      ? { plan: { action: "write", certificates: shown, why: "it was damaged" }, stored: shown, ...damage }
      : {
          plan: { action: "write", certificates: beginRenewal(wishes, nowMs, shown), why: "it was deleted" },
          stored: shown,
        };
  }

  async #read(signal: AbortSignal): Promise<Secret | undefined> {
    const { client, secret } = this.#options;
    const { namespace, name } = secret;
    try {
      return await ask("get", { kind: Secret, namespace, name }, () =>
        client.resource(Secret, { namespace }).get(name, { signal, timeoutMs: callTimeoutMs }),
      );
    } catch (error) {
      if (ApiError.is(error, "NotFound")) return undefined;
      throw error;
    }
  }

  /** Whether it was written: not when somebody else was faster. */
  async #write(found: Secret | undefined, certificates: StoredCertificates, signal: AbortSignal): Promise<boolean> {
    const { client, secret } = this.#options;
    const { namespace, name } = secret;
    const object = { kind: Secret, namespace, name };
    const resource = client.resource(Secret, { namespace });
    const manifest = writeCertificateSecret(found, secret, certificates);
    const options = { signal, timeoutMs: callTimeoutMs };
    try {
      if (found === undefined) await ask("create", object, () => resource.create(manifest, options));
      else await ask("update", object, () => resource.update(manifest, options));
      return true;
    } catch (error) {
      if (ApiError.is(error, "AlreadyExists", "Conflict")) return false;
      // An update finds nothing when the Secret was deleted meanwhile; a create, when there is no such namespace.
      if (found !== undefined && ApiError.is(error, "NotFound")) return false;
      throw error;
    }
  }

  #tell(secret: Secret | undefined, why: string, damage: string | undefined): void {
    const { logger, recorder } = this.#options;
    if (damage === undefined) {
      logger?.info("certificates written", { secret: this.#place, why });
      return;
    }
    logger?.warn("the Secret of the certificates was damaged and has been repaired", { secret: this.#place, damage });
    if (secret === undefined) return;
    const note = `the certificates in it were of no use and have been replaced: ${damage}`;
    const { apiVersion, kind, metadata } = secret;
    recorder?.record({
      regarding: { apiVersion, kind, metadata },
      type: "Warning",
      reason: "CertificatesRepaired",
      note,
    });
  }
}

/** What goes into `caBundle`. */
export function bundleOf({ authorities }: StoredCertificates): string {
  return authorities.join("");
}
