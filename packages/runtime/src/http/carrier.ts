/** What is the same for requests of every version of HTTP: they are counted, answered once, and whatever goes wrong is an answer too. */
import type { Clock, Logger } from "@pintle/machinery";
import { BodyBudget } from "./body-budget.ts";
import type { BodySharing } from "./body-reader.ts";
import type { Connection, Connections } from "./connections.ts";
import { HttpDate } from "./http-date.ts";
import type { HttpLimits } from "./http-limits.ts";
import { type HttpAnswer, HttpError, type HttpHandler, type HttpRequest, textAnswer } from "./http-message.ts";
import { SharedDeadlines } from "./shared-deadlines.ts";

export interface CarrierOptions {
  readonly handle: HttpHandler;
  readonly connections: Connections;
  readonly limits: HttpLimits;
  readonly clock: Clock;
  readonly logger: Logger;
}

export class Carrier {
  readonly sharing: BodySharing;
  readonly date: HttpDate;
  readonly #options: CarrierOptions;
  #inFlight = 0;

  constructor(options: CarrierOptions) {
    this.#options = options;
    const { clock, limits } = options;
    this.date = new HttpDate(clock);
    this.sharing = { deadlines: new SharedDeadlines(clock), budget: new BodyBudget(limits.bodyBytes) };
  }

  get isClosing(): boolean {
    return this.#options.connections.isClosing;
  }

  begin(connection: Connection): void {
    this.#inFlight += 1;
    this.#options.connections.begin(connection);
  }

  /** The answer is out, or can no longer be given. */
  end(connection: Connection): void {
    this.#inFlight -= 1;
    this.#options.connections.end(connection);
  }

  /**
   * Hands the answer to `send`, once. One that cannot be written, because its status or a header is none, ends the request: `cut` lets the
   * caller see that.
   */
  carry(request: HttpRequest, send: (answer: HttpAnswer) => void, cut: () => void): void {
    const { clock, logger } = this.#options;
    const inFlight = clock.busy("http request");
    const finish = (answer: HttpAnswer) => {
      inFlight[Symbol.dispose]();
      try {
        send(answer);
      } catch (error) {
        logger.error("an answer could not be sent", { error, path: request.path });
        cut();
      }
    };
    // No async function: for a small answer every promise counts.
    const going = this.#begin(request);
    if (going instanceof Promise) going.then(finish, (error) => finish(this.#describe(error, request)));
    else finish(going);
  }

  #begin(request: HttpRequest): Promise<HttpAnswer> | HttpAnswer {
    if (this.#inFlight > this.#options.limits.requests) return tooMany();
    try {
      return this.#options.handle(request);
    } catch (error) {
      return this.#describe(error, request);
    }
  }

  #describe(error: unknown, { path }: HttpRequest): HttpAnswer {
    if (error instanceof HttpError) return error.toAnswer();
    this.#options.logger.error("a handler of HTTP requests failed", { error, path });
    // What went wrong may tell more than the caller should know.
    return textAnswer(500, "internal error\n");
  }
}

function tooMany(): HttpAnswer {
  return textAnswer(503, "too many requests at the same time\n", { "retry-after": "1" });
}
