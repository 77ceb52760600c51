/**
 * How a parser made by ANTLR, which cel-go's is, goes on after a mistake: it drops a word too many, makes up a word that is missing, or
 * leaves the rule and skips to a word that can follow it. It tells a mistake only after it has read a word well since the last.
 */
import type { CelIssue } from "../cel-error.ts";
import type { TokenKind } from "../tokenize.ts";
import { maxSyntaxErrors, type RecoveredToken } from "./recovered-token.ts";
import { firstOf, formatTokenSet, type TokenSet } from "./token-sets.ts";

/** A rule cannot be read to its end, because of this word. */
export class RuleFailure extends Error {
  readonly offending: RecoveredToken;

  constructor(message: string, offending: RecoveredToken) {
    super(message);
    this.offending = offending;
  }
}

/** There is too much wrong to go on. */
export class RecoveryEnd extends Error {}

const maxAttempts = 30;
const maxSkippedTokens = 256;

export class ErrorRecovery {
  readonly #tokens: readonly RecoveredToken[];
  readonly #issues: CelIssue[];
  /** What may follow each rule that is being read, the innermost last. */
  readonly #follows: TokenSet[] = [];
  readonly #failedStates = new Set<string>();
  #failedAt = -1;
  #position = 0;
  #isRecovering = false;
  #attempts = 0;
  #reports = 0;

  constructor(tokens: readonly RecoveredToken[], issues: CelIssue[]) {
    this.#tokens = tokens;
    this.#issues = issues;
    this.#reports = issues.length;
  }

  /** The word that comes next, or one after it. */
  peek(ahead = 0): RecoveredToken {
    return this.#tokens[Math.min(this.#position + ahead, this.#tokens.length - 1)] as RecoveredToken;
  }

  is(kind: TokenKind, ahead = 0): boolean {
    return this.peek(ahead).kind === kind;
  }

  /** Reads a rule; where it fails, that is told, and words are skipped until one that fits around it. */
  rule(follow: TokenSet, read: (enterState: (state: string) => void) => void): void {
    this.#follows.push(follow);
    let state = "";
    const enterState = (entered: string) => {
      state = entered;
    };
    try {
      read(enterState);
    } catch (error) {
      if (!(error instanceof RuleFailure)) throw error;
      this.#report(error.message, error.offending);
      this.#skip(state);
    } finally {
      this.#follows.pop();
    }
  }

  match(kind: TokenKind, after: TokenSet): RecoveredToken {
    if (this.is(kind)) return this.#read();
    this.#countAttempt();
    const wanted: TokenSet = new Set([kind]);
    if (this.#dropOne(wanted)) return this.#read();
    if (!this.#inContext(after).has(this.peek().kind)) throw this.mismatch(wanted);
    this.#report(`missing ${formatTokenSet(wanted)} at ${quote(this.peek().text)}`);
    return { kind: firstOf(wanted), start: this.#missingPlace(), text: "", hidden: "", isMissing: true };
  }

  /** Looks whether the next word can be right before a choice is made. */
  sync(next: TokenSet): void {
    if (this.#isRecovering || next.has("epsilon") || next.has(this.peek().kind)) return;
    if (!this.#dropOne(next)) throw this.mismatch(next);
  }

  /** The same after a turn of a loop, where words are dropped until one fits. */
  syncLoop(next: TokenSet): void {
    if (this.#isRecovering || next.has("epsilon") || next.has(this.peek().kind)) return;
    this.#reportExtraneous(next);
    this.#skipUntil(new Set([...this.#inContext(next), ...this.#recoverySet()]));
  }

  mismatch(next: TokenSet): RuleFailure {
    const expected = formatTokenSet(this.#inContext(next));
    return new RuleFailure(`mismatched input ${quote(this.peek().text)} expecting ${expected}`, this.peek());
  }

  /** No choice fits the words from here to the one that lies as far ahead. */
  noViable(ahead: number): RuleFailure {
    let text = this.is("end") ? "<EOF>" : "";
    for (let at = 0; at <= ahead && !this.is("end", at); at += 1) {
      const token = this.peek(at);
      text += at === 0 ? token.text : token.hidden + token.text;
    }
    if (this.is("end", ahead) && ahead > 0) text += this.peek(ahead).hidden;
    const message = `no viable alternative at input ${quote(text)}`;
    const reserved = /^no viable alternative at input '.(true|false|null)'/.exec(message)?.[1];
    const told = reserved ? `mismatched input '${reserved}' expecting IDENTIFIER` : message;
    return new RuleFailure(told, this.peek(ahead));
  }

  #read(): RecoveredToken {
    this.#isRecovering = false;
    this.#failedStates.clear();
    this.#failedAt = -1;
    const token = this.peek();
    this.#consume();
    return token;
  }

  #consume(): void {
    if (!this.is("end")) this.#position += 1;
  }

  /** Whether the word after the next is the one that is wanted, and so the next one was too many. */
  #dropOne(next: TokenSet): boolean {
    if (!this.#inContext(next).has(this.peek(1).kind)) return false;
    this.#reportExtraneous(next);
    this.#consume();
    this.#isRecovering = false;
    this.#failedStates.clear();
    this.#failedAt = -1;
    return true;
  }

  #reportExtraneous(next: TokenSet): void {
    const expected = formatTokenSet(this.#inContext(next));
    this.#report(`extraneous input ${quote(this.peek().text)} expecting ${expected}`);
  }

  /** A word that is made up stands where the next one does, or at the last one where there is no next. */
  #missingPlace(): number {
    const last = this.#tokens[this.#position - 1];
    return this.is("end") && last ? last.start : this.peek().start;
  }

  #inContext(next: TokenSet): TokenSet {
    if (!next.has("epsilon")) return next;
    const all = new Set(next);
    for (let at = this.#follows.length - 1; at >= 0 && all.has("epsilon"); at -= 1) {
      all.delete("epsilon");
      for (const kind of this.#follows[at] ?? []) all.add(kind);
    }
    if (all.delete("epsilon")) all.add("end");
    return all;
  }

  #recoverySet(): TokenSet {
    const all = new Set(this.#follows.flatMap((follow) => [...follow]));
    all.delete("epsilon");
    return all;
  }

  #skip(state: string): void {
    this.#countAttempt();
    let skipped = 0;
    if (this.#failedAt === this.#position && this.#failedStates.has(state)) {
      this.#consume();
      skipped += 1;
    }
    this.#failedAt = this.#position;
    this.#failedStates.add(state);
    this.#skipUntil(this.#recoverySet(), skipped);
  }

  #skipUntil(set: TokenSet, skipped = 0): void {
    for (let count = skipped; !this.is("end") && !set.has(this.peek().kind); count += 1) {
      if (count >= maxSkippedTokens) {
        const message = `error recovery token lookahead limit exceeded: ${maxSkippedTokens}`;
        this.#issues.push({ message, offset: -1 });
        throw new RecoveryEnd();
      }
      this.#consume();
    }
  }

  #countAttempt(): void {
    if (this.#attempts === maxAttempts) {
      this.#isRecovering = false;
      this.#report(`error recovery attempt limit exceeded: ${maxAttempts}`);
      throw new RecoveryEnd();
    }
    this.#attempts += 1;
  }

  #report(message: string, { start }: RecoveredToken = this.peek()): void {
    if (this.#isRecovering) return;
    this.#isRecovering = true;
    const isLast = this.#reports >= maxSyntaxErrors;
    this.#reports += 1;
    const told = isLast ? `More than ${maxSyntaxErrors} syntax errors` : message;
    this.#issues.push({ message: `Syntax error: ${told}`, offset: start });
    if (isLast) throw new RecoveryEnd();
  }
}

function quote(text: string): string {
  return `'${text.replaceAll("\t", "\\t").replaceAll("\n", "\\n").replaceAll("\r", "\\r")}'`;
}
