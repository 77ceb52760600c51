/** Uses of the rules for names that the compiler must refuse. */
import { type ObjectNameRule, validateObjectName } from "./object-name.ts";

// @ts-expect-error There is no such rule.
validateObjectName("dns1123", "web");

// @ts-expect-error A rule is one of few words, so that a kind's description cannot misspell it.
export const rule: ObjectNameRule = "subdomain";
