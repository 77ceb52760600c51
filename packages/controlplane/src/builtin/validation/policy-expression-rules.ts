/** What is wrong with the expressions of policies. They can be judged once a judge has been loaded. */
import { Buffer } from "node:buffer";
import type { ExpressionJudge, ExpressionResult } from "@pintle/apiserver";
import {
  FieldError,
  type FieldPath,
  getOwn,
  isJsonObject,
  type JsonObject,
  validateQualifiedName,
} from "@pintle/machinery";
import { objectsAt, textAt } from "../json-fields.ts";
import { checkOneOfIfSet, invalidAll } from "./checks.ts";

/** The policy whose expressions are judged. */
export interface JudgedPolicy {
  readonly name: string;
  readonly spec: JsonObject;
  readonly hasParams: boolean;
  readonly judge: ExpressionJudge;
}

const identifier = /^[_a-zA-Z][_a-zA-Z0-9]*$/;
const reservedWords: ReadonlySet<string> = new Set(
  "true false null in as break const continue else for function if import let loop package namespace return var void while".split(
    " ",
  ),
);
const maxAuditAnnotations = 20;
const maxValueExpressionBytes = 5 * 1024;

export function checkVariables(policy: JudgedPolicy, path: FieldPath): FieldError[] {
  return objectsAt(policy.spec, "variables").flatMap((variable, index) =>
    checkVariable(policy, variable, path.index(index)),
  );
}

function checkVariable({ judge, hasParams }: JudgedPolicy, variable: JsonObject, path: FieldPath): FieldError[] {
  const [name, expression] = [textAt(variable, "name"), textAt(variable, "expression")];
  const errors: FieldError[] = [];
  if (name.trim() === "") errors.push(FieldError.required(path.child("name"), "name is not specified"));
  else if (!identifier.test(name) || reservedWords.has(name)) {
    errors.push(FieldError.invalid(path.child("name"), name, "must be a valid CEL identifier"));
  }
  if (expression.trim() === "") {
    errors.push(FieldError.required(path.child("expression"), "expression is not specified"));
    return errors;
  }
  const scope = { hasParams, hasAuthorizer: true };
  return [...errors, ...judge.addVariable(name, expression, scope, path.child("expression"))];
}

export function checkValidations(policy: JudgedPolicy, path: FieldPath): FieldError[] {
  return objectsAt(policy.spec, "validations").flatMap((validation, index) =>
    checkValidation(policy, validation, path.index(index)),
  );
}

function checkValidation({ judge, hasParams }: JudgedPolicy, validation: JsonObject, path: FieldPath): FieldError[] {
  const [expression, messageExpression] = [textAt(validation, "expression"), textAt(validation, "messageExpression")];
  const check = (key: string, source: string, result: ExpressionResult, hasAuthorizer: boolean) =>
    judge.judge(source, result, { hasParams, hasAuthorizer }, path.child(key));
  const errors =
    expression.trim() === ""
      ? [FieldError.required(path.child("expression"), "expression is not specified")]
      : check("expression", expression, "bool", true);
  errors.push(...checkNotBlank(messageExpression, path.child("messageExpression")));
  if (messageExpression.trim() !== "") errors.push(...check("messageExpression", messageExpression, "string", false));
  const message = textAt(validation, "message");
  errors.push(...checkNotBlank(message, path.child("message")));
  if (/[\n\r]/.test(message.trim())) {
    errors.push(FieldError.invalid(path.child("message"), message, "must not contain line breaks"));
  }
  errors.push(...checkOneOfIfSet(validation, "reason", path, ["Forbidden", "Invalid", "RequestEntityTooLarge"]));
  return errors;
}

function checkNotBlank(text: string, path: FieldPath): FieldError[] {
  return text !== "" && text.trim() === "" ? [FieldError.invalid(path, text, "must be non-empty if specified")] : [];
}

export function checkAuditAnnotations(policy: JudgedPolicy, path: FieldPath): FieldError[] {
  const annotations = objectsAt(policy.spec, "auditAnnotations");
  const keys = annotations.map((annotation) => textAt(annotation, "key"));
  const errors: FieldError[] = [];
  if (annotations.length > maxAuditAnnotations) {
    const why = `must not have more than ${maxAuditAnnotations} auditAnnotations`;
    const shown = annotations.map((each) => ({
      Key: textAt(each, "key"),
      ValueExpression: textAt(each, "valueExpression"),
    }));
    errors.push(FieldError.invalid(path, shown, why));
  }
  for (const [index, annotation] of annotations.entries()) {
    const key = keys[index] ?? "";
    errors.push(...checkAuditAnnotation(policy, annotation, path.index(index)));
    if (keys.indexOf(key) < index) errors.push(FieldError.duplicate(path.index(index).child("key"), key));
  }
  return errors;
}

function checkAuditAnnotation(
  { name, judge, hasParams }: JudgedPolicy,
  annotation: JsonObject,
  path: FieldPath,
): FieldError[] {
  const whole = `${name}/${textAt(annotation, "key")}`;
  const errors = invalidAll(path.child("key"), whole, validateQualifiedName(whole));
  const written = textAt(annotation, "valueExpression");
  const expression = written.trim();
  const at = path.child("valueExpression");
  if (expression === "") return [...errors, FieldError.required(at, "valueExpression is not specified")];
  if (Buffer.byteLength(expression) > maxValueExpressionBytes) {
    return [...errors, FieldError.required(at, `must not exceed ${maxValueExpressionBytes} bytes in length`)];
  }
  const scope = { hasParams, hasAuthorizer: true };
  return [...errors, ...judge.judge(expression, "string or null", scope, at, written)];
}

const patchTypes = ["ApplyConfiguration", "JSONPatch"];

export function checkMutations(policy: JudgedPolicy, path: FieldPath): FieldError[] {
  const mutations = objectsAt(policy.spec, "mutations");
  if (mutations.length === 0) return [FieldError.required(path, "mutations must contain at least one item")];
  return mutations.flatMap((mutation, index) => checkMutation(policy, mutation, path.index(index)));
}

function checkMutation(policy: JudgedPolicy, mutation: JsonObject, path: FieldPath): FieldError[] {
  const patchType = textAt(mutation, "patchType");
  if (patchType === "") return [FieldError.required(path.child("patchType"), "")];
  if (!patchTypes.includes(patchType)) {
    return [FieldError.notSupported(path.child("patchType"), patchType, patchTypes)];
  }
  const isJsonPatch = patchType === "JSONPatch";
  const [own, other] = isJsonPatch ? ["jsonPatch", "applyConfiguration"] : ["applyConfiguration", "jsonPatch"];
  const patch = getOwn(mutation, own ?? "");
  const errors = isJsonObject(patch)
    ? checkPatchExpression(policy, patch, isJsonPatch ? "json patch" : "apply configuration", path.child(own ?? ""))
    : [FieldError.required(path.child(own ?? ""), `must be specified when patchType is ${patchType}`)];
  if (isJsonObject(getOwn(mutation, other ?? ""))) {
    const why = `must not be specified when patchType is ${patchType}`;
    errors.push(FieldError.invalid(path.child(other ?? ""), `{${other}}`, why));
  }
  return errors;
}

function checkPatchExpression(
  { judge, hasParams }: JudgedPolicy,
  patch: JsonObject,
  result: ExpressionResult,
  path: FieldPath,
): FieldError[] {
  const expression = textAt(patch, "expression").trim();
  if (expression === "") return [FieldError.required(path.child("expression"), "")];
  const scope = { hasParams, hasAuthorizer: true, hasPatchTypes: true };
  return judge.judge(expression, result, scope, path.child("expression"));
}
