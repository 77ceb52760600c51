/**
 * What the authorizer says to the questions of expressions, each asked once a request.
 *
 * An expression cannot wait. Where it needs an answer that is not there yet it is broken off, and run again with the answer: expressions
 * have no effects, and a check costs so much that no budget pays for many.
 */
import {
  type AuthorizationDecision,
  type AuthorizationQuestion,
  CelAuthorizer,
  CelEvaluationError,
  CelGroupCheck,
  CelResourceCheck,
  type CelValue,
} from "@pintle/cel";
import { createFieldSelector, createLabelSelector, formatFieldSelector, formatLabelSelector } from "@pintle/machinery";
import type { Authorizer } from "../../pipeline/authorizer.ts";
import type { UserInfo } from "../../pipeline/request-context.ts";
import { noResource, type RequestInfo } from "../../pipeline/request-info.ts";

/** The resource that a request is about, by default what expressions ask for. */
export interface RequestedResource {
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
}

/** So many checks cost more than all expressions of a policy may. */
const maxQuestions = 30;

export class AccessAnswers {
  readonly #authorizer: Authorizer;
  readonly #user: UserInfo;
  readonly #answers = new Map<string, AuthorizationDecision>();
  /** What expressions know as `authorizer` and `authorizer.requestResource`. */
  readonly variables: Readonly<Record<string, CelValue>>;

  constructor(authorizer: Authorizer, user: UserInfo, requested: RequestedResource) {
    this.#authorizer = authorizer;
    this.#user = user;
    const { group, ...scope } = requested;
    const asked = new CelAuthorizer((question) => this.#find(question));
    this.variables = {
      authorizer: asked,
      "authorizer.requestResource": new CelResourceCheck(new CelGroupCheck(asked, group), scope),
    };
  }

  /** Runs until nothing is left to be asked. */
  async run<Result>(evaluate: () => Result): Promise<Result> {
    for (let asked = 0; ; asked += 1) {
      try {
        return evaluate();
      } catch (error) {
        if (!(error instanceof UnansweredQuestion)) throw error;
        if (asked >= maxQuestions) throw new CelEvaluationError("operation cancelled: actual cost limit exceeded");
        this.#answers.set(keyOf(error.question), await this.#ask(error.question));
      }
    }
  }

  #find(question: AuthorizationQuestion): AuthorizationDecision {
    const answer = this.#answers.get(keyOf(question));
    if (answer === undefined) throw new UnansweredQuestion(question);
    return answer;
  }

  async #ask({ serviceAccount, verb, target }: AuthorizationQuestion): Promise<AuthorizationDecision> {
    const user = serviceAccount ? userOf(serviceAccount) : this.#user;
    try {
      const { decision, reason = "" } = await this.#authorizer({ user, request: requestOf(verb, target) });
      return { isAllowed: decision === "allow", reason };
    } catch (error) {
      return { isAllowed: false, reason: "", error: error instanceof Error ? error.message : String(error) };
    }
  }
}

class UnansweredQuestion extends Error {
  override readonly name = "UnansweredQuestion";
  readonly question: AuthorizationQuestion;

  constructor(question: AuthorizationQuestion) {
    super("the authorizer has not been asked yet");
    this.question = question;
  }
}

function keyOf(question: AuthorizationQuestion): string {
  return JSON.stringify(question);
}

function userOf({ namespace, name }: { readonly namespace: string; readonly name: string }): UserInfo {
  return {
    name: `system:serviceaccount:${namespace}:${name}`,
    groups: ["system:serviceaccounts", `system:serviceaccounts:${namespace}`],
  };
}

function requestOf(verb: string, target: AuthorizationQuestion["target"]): RequestInfo {
  if ("path" in target) return { ...noResource, verb, path: target.path };
  const { fieldRequirements, labelRequirements, ...resource } = target;
  return {
    ...noResource,
    ...resource,
    verb,
    isResource: true,
    version: "*",
    ...(fieldRequirements && { fieldSelector: formatFieldSelector(createFieldSelector(fieldRequirements)) }),
    ...(labelRequirements && { labelSelector: formatLabelSelector(createLabelSelector(labelRequirements)) }),
  };
}
