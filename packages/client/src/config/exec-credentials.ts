/**
 * Credentials that a command gives out.
 *
 * - One run at a time, for all who wait: it may ask somebody for a password.
 * - What it gave is used until shortly before it expires, or until the server refuses it, which makes it run once more.
 * - It ends: in time, with little to say, and not by calling itself for ever.
 */
import { createDeadline, track } from "@pintle/machinery";
import type { CredentialSource, Credentials } from "./client-config.ts";
import type { CommandResult, ConfigSeams } from "./config-seams.ts";
import { CredentialsError, reasonOf } from "./credentials-error.ts";
import { type ExecCluster, formatExecInfo, type PluginAnswer, parseExecCredential } from "./exec-credential.ts";
import { createCredentials } from "./hidden-credentials.ts";
import { maskSecrets } from "./mask-secrets.ts";
import { checkKeyPair } from "./pem.ts";
import { enterPlugin } from "./plugin-chain.ts";
import { type Loaded, RenewedValue } from "./renewed-value.ts";

const runMs = 60_000;
/** Somebody may have to find a browser and a second factor. */
const interactiveRunMs = 5 * 60_000;
/** Requests on their way must still arrive in time; of a short life no more than a tenth is given up. */
const renewEarlyMs = 10_000;
/** A server that refuses what the command gave it just now will not like it better a moment later. */
const refusalPauseMs = 10_000;

export interface ExecPlugin {
  readonly apiVersion: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly installHint: string | undefined;
  readonly interactiveMode: "Never" | "IfAvailable" | "Always";
  /** What the plugin is told about the cluster, where it wants to know. */
  readonly cluster: (() => Promise<ExecCluster>) | undefined;
}

export class ExecCredentials implements CredentialSource {
  readonly #plugin: ExecPlugin;
  readonly #source: string;
  readonly #seams: ConfigSeams;
  readonly #renewed: RenewedValue<Credentials>;
  #refusedMs: number | undefined;

  /** `source` says in errors whose plugin it is. */
  constructor(plugin: ExecPlugin, source: string, seams: ConfigSeams) {
    this.#plugin = plugin;
    this.#source = `${source}, exec ${plugin.command}`;
    this.#seams = seams;
    this.#renewed = new RenewedValue(() =>
      track(
        seams.clock,
        () => `exec ${plugin.command}`,
        () => this.#load(),
      ),
    );
  }

  get(signal?: AbortSignal): Promise<Credentials> {
    return this.#renewed.get(signal);
  }

  refuse(credentials: Credentials): void {
    const nowMs = this.#seams.clock.monotonic();
    if (this.#refusedMs !== undefined && nowMs - this.#refusedMs < refusalPauseMs) return;
    if (this.#renewed.drop(credentials)) this.#refusedMs = nowMs;
  }

  async #load(): Promise<Loaded<Credentials>> {
    const { clock } = this.#seams;
    const answer = await this.#ask();
    const { token, certificate, expiresMs } = answer;
    const value = createCredentials({
      ...(token === undefined ? {} : { authorization: `Bearer ${this.#checkToken(token)}` }),
      ...(certificate && { certificate: await checkKeyPair(certificate.cert, certificate.key, this.#source) }),
    });
    if (expiresMs === undefined) return { value, isFresh: () => true };
    const staleMs = expiresMs - Math.min(renewEarlyMs, (expiresMs - clock.now()) / 10);
    return { value, isFresh: () => clock.now() < staleMs };
  }

  async #ask(): Promise<PluginAnswer> {
    const { apiVersion, cluster } = this.#plugin;
    const isInteractive = this.#isInteractive();
    const info = formatExecInfo(apiVersion, isInteractive, await cluster?.());
    const { exitCode, stdout, stderr } = await this.#run(isInteractive, info);
    const said = this.#mask(stderr).trim();
    if (said !== "") this.#seams.say(`${said}\n`);
    if (exitCode !== 0) {
      const how = exitCode === undefined ? "was ended by a signal" : `failed with exit code ${exitCode}`;
      throw new CredentialsError(`${this.#source}: the command ${how}${said === "" ? "" : `: ${said.slice(-1_000)}`}`);
    }
    return parseExecCredential(stdout, apiVersion, this.#source);
  }

  async #run(isInteractive: boolean, info: string): Promise<CommandResult> {
    const { clock, environment, run } = this.#seams;
    const { command, args, env } = this.#plugin;
    const limitMs = isInteractive ? interactiveRunMs : runMs;
    using deadline = createDeadline(clock, limitMs, { label: `exec ${command}`, kind: "background", unref: true });
    const variables = Object.fromEntries(env.map(({ name, value }) => [name, value]));
    const chain = enterPlugin(environment, command, args, this.#source);
    const full = { ...environment, ...variables, ...chain, KUBERNETES_EXEC_INFO: info };
    try {
      return await run({ command, args, environment: full, isInteractive, signal: deadline.signal });
    } catch (error) {
      throw this.#whyNot(error, limitMs, deadline.signal.aborted);
    }
  }

  #whyNot(error: unknown, limitMs: number, isLate: boolean): CredentialsError {
    if (isLate)
      return new CredentialsError(`${this.#source}: the command did not end within ${limitMs / 1_000} seconds`);
    const { installHint } = this.#plugin;
    if ((error as NodeJS.ErrnoException).code === "ENOENT") {
      const hint = installHint ? `:\n\n${withoutControls(installHint)}` : "; install it or change the kubeconfig";
      return new CredentialsError(`${this.#source}: the command is not there${hint}`);
    }
    return new CredentialsError(`${this.#source}: the command could not be run: ${this.#mask(reasonOf(error))}`);
  }

  #isInteractive(): boolean {
    const { interactiveMode } = this.#plugin;
    const { hasTerminal } = this.#seams;
    if (interactiveMode === "Always" && !hasTerminal) {
      throw new CredentialsError(`${this.#source}: the command has to ask somebody, and standard input is no terminal`);
    }
    return interactiveMode !== "Never" && hasTerminal;
  }

  #checkToken(token: string): string {
    if (/^[\x21-\x7e]+$/.test(token)) return token;
    throw new CredentialsError(`${this.#source}: status.token is no token: it has spaces or other signs within`);
  }

  /** Without what looks like a credential, and without what the kubeconfig gave the command in its environment. */
  #mask(text: string): string {
    const secrets = this.#plugin.env.map(({ value }) => value).filter((value) => value.length > 5);
    return maskSecrets(text, secrets);
  }
}

/** A kubeconfig may come from anywhere: its words may not move the cursor. */
function withoutControls(text: string): string {
  return text.replaceAll(
    /[^\P{C}\t\n\r]/gu,
    (sign) => `U+${sign.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}`,
  );
}
