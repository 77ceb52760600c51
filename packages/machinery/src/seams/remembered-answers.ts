/**
 * Answers that were dear to get, kept for a while: who asks the same again gets the same, and who asks while somebody waits for it waits
 * along. Failures are not kept.
 */
import type { Clock } from "./clock.ts";

export interface RememberedAnswersOptions<Answer> {
  readonly clock: Clock;
  /** How long an answer counts; 0 for one that shall not be kept. */
  readonly lifetimeMs: (answer: Answer) => number;
  /** When there are more, the oldest go. */
  readonly maxAnswers: number;
}

export class RememberedAnswers<Answer> {
  readonly #options: RememberedAnswersOptions<Answer>;
  /** In the order in which they came. */
  readonly #known = new Map<string, { readonly answer: Answer; readonly untilMs: number }>();
  readonly #asked = new Map<string, Promise<Answer>>();

  constructor(options: RememberedAnswersOptions<Answer>) {
    this.#options = options;
  }

  /** The key is kept. Where the question is a secret, or as long as a caller likes, it is the hash of it. */
  get(key: string, ask: () => Promise<Answer>): Promise<Answer> {
    const known = this.#known.get(key);
    if (known !== undefined && this.#options.clock.monotonic() < known.untilMs) return Promise.resolve(known.answer);
    const asked = this.#asked.get(key) ?? this.#ask(key, ask);
    this.#asked.set(key, asked);
    return asked;
  }

  async #ask(key: string, ask: () => Promise<Answer>): Promise<Answer> {
    const { clock, lifetimeMs, maxAnswers } = this.#options;
    try {
      const answer = await ask();
      this.#known.delete(key);
      const keptMs = lifetimeMs(answer);
      if (keptMs > 0) this.#known.set(key, { answer, untilMs: clock.monotonic() + keptMs });
      const [oldest] = this.#known.keys();
      if (this.#known.size > maxAnswers && oldest !== undefined) this.#known.delete(oldest);
      return answer;
    } finally {
      this.#asked.delete(key);
    }
  }
}
