/**
 * Named questions on whether this process is well, and the answer to all of them or to one, in the form of controller-runtime's probes:
 * `ok`, or a line for each with `[+]name ok` or `[-]name failed: reason withheld`.
 *
 * Anybody may ask, so the reasons go to the log.
 */
import { compareUtf8, type Logger, quoteGo, UsageError } from "@pintle/machinery";
import { type HttpAnswer, HttpError, type HttpRequest, textAnswer } from "../../http/http-message.ts";

/** Throws, or rejects, when something is not well. */
export type HealthCheck = () => void | Promise<void>;

export class HealthChecks {
  /** `/healthz` or `/readyz`. */
  readonly path: string;
  readonly #checks = new Map<string, HealthCheck>();
  readonly #logger: Logger;

  constructor(path: string, logger: Logger) {
    this.path = path;
    this.#logger = logger;
  }

  add(name: string, check: HealthCheck): void {
    if (!/^[\w.-]+$/.test(name)) {
      const remedy = "it is part of a path, so use letters, digits, dashes, dots and underscores";
      throw new UsageError(
        "PINTLE_HEALTH_CHECK_INVALID",
        `${JSON.stringify(name)} cannot be the name of a check: ${remedy}`,
      );
    }
    if (this.#checks.has(name)) {
      const message = `${this.path} has a check ${JSON.stringify(name)} already: give each a name of its own`;
      throw new UsageError("PINTLE_HEALTH_CHECK_INVALID", message);
    }
    this.#checks.set(name, check);
  }

  /** For the path itself and for one check below it. */
  async answer({ path, query }: Pick<HttpRequest, "path" | "query">): Promise<HttpAnswer> {
    const name = path.slice(this.path.length).replace(/^\/+|\/+$/g, "");
    if (name === "") return await this.#answerAll(new Set(query.getAll("exclude")), query.has("verbose"));
    const check = this.#checks.get(name) ?? (this.#checks.size === 0 && name === "ping" ? () => {} : undefined);
    if (check === undefined) throw new HttpError(404, "404 page not found");
    if (await this.#isWell(name, check)) return textAnswer(200, "ok");
    return textAnswer(500, "internal server error: reason withheld\n");
  }

  async #answerAll(excluded: Set<string>, isVerbose: boolean): Promise<HttpAnswer> {
    const checks = this.#checks.size === 0 ? new Map<string, HealthCheck>([["ping", () => {}]]) : this.#checks;
    const lines = await Promise.all(
      Array.from(checks, async ([name, check]): Promise<readonly [name: string, line: string]> => {
        if (excluded.delete(name)) return [name, `[+]${name} excluded: ok\n`];
        return [name, (await this.#isWell(name, check)) ? `[+]${name} ok\n` : `[-]${name} failed: reason withheld\n`];
      }),
    );
    const isFailed = lines.some(([, line]) => line.startsWith("[-]"));
    if (!isFailed && !isVerbose) return textAnswer(200, "ok");
    const text = lines.sort(([left], [right]) => compareUtf8(left, right)).map(([, line]) => line);
    if (excluded.size > 0) {
      const unknown = Array.from(excluded, quoteGo).join(",");
      text.push(`warn: some health checks cannot be excluded: no matches for ${unknown}\n`);
    }
    text.push(isFailed ? "healthz check failed\n" : "healthz check passed\n");
    return textAnswer(isFailed ? 500 : 200, text.join(""));
  }

  async #isWell(name: string, check: HealthCheck): Promise<boolean> {
    try {
      await check();
      return true;
    } catch (error) {
      this.#logger.info("healthz check failed", { path: this.path, checker: name, error });
      return false;
    }
  }
}
