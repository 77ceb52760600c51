/** CertificateSigningRequests say who asked, and their parts are written by different people: conditions through `approval`, the certificate through `status`. */

import type { StrategyRequest } from "@pintle/apiserver";
import { type Clock, formatTime, getOwn, type JsonObject } from "@pintle/machinery";
import type { BuiltInOptions } from "../built-in-options.ts";
import { resetFieldsOf } from "../generic-strategy.ts";
import { changeItems, objectAt, objectsAt, takeFields, textAt, withField } from "../json-fields.ts";
import type { KindStrategies, Specialize } from "./own-strategies.ts";

const apiVersions = ["certificates.k8s.io/v1"];

export function createCertificateStrategies({ clock }: BuiltInOptions): Readonly<Record<string, Specialize>> {
  return { "certificatesigningrequests.certificates.k8s.io": (generic) => specialize(generic, clock) };
}

function specialize({ main }: KindStrategies, clock: Clock): KindStrategies {
  return {
    main: {
      ...main,
      prepareCreate: (request, call) => withField(withRequester(request, call), "status", {}),
      prepareUpdate: (request, old) => takeFields(request, old, ["spec", "status"]),
      resetFields: resetFieldsOf(apiVersions, ["spec", "status"]),
    },
    views: {
      status: {
        ...main,
        prepareUpdate: (request, old) => {
          const kept = takeFields(request, old, ["spec"]);
          const conditions = keepDecisions(objectsAt(kept, "status.conditions"), objectsAt(old, "status.conditions"));
          return withTimes(withConditions(kept, conditions), old, clock);
        },
        resetFields: resetFieldsOf(apiVersions, ["spec", "status.conditions"]),
      },
      approval: {
        ...main,
        prepareUpdate: (request, old) => {
          const timed = withTimes(request, old, clock);
          const kept = takeFields(timed, old, ["spec", "status"]);
          return withConditions(kept, objectsAt(timed, "status.conditions"));
        },
        resetFields: resetFieldsOf(apiVersions, ["spec", "status.certificate"]),
      },
    },
  };
}

/** Whoever asks is written down by the server; what the request itself says about it does not count. */
function withRequester(request: JsonObject, { context: { user } }: StrategyRequest): JsonObject {
  const { username: _, uid: __, groups: ___, extra: ____, ...spec } = objectAt(request, "spec");
  const extra = Object.fromEntries(Object.entries(user.extra ?? {}).map(([key, values]) => [key, [...values]]));
  const asked: JsonObject = {
    ...spec,
    username: user.name,
    ...(user.uid && { uid: user.uid }),
    ...(user.groups.length > 0 && { groups: [...user.groups] }),
    ...(Object.keys(extra).length > 0 && { extra }),
  };
  return withField(request, "spec", asked);
}

function withConditions(request: JsonObject, conditions: readonly JsonObject[]): JsonObject {
  const status = withField(
    objectAt(request, "status"),
    "conditions",
    conditions.length > 0 ? [...conditions] : undefined,
  );
  return withField(request, "status", status);
}

/** Approvals and denials stay as they are, unless there are more or fewer of them: that is for validation to refuse. */
function keepDecisions(conditions: readonly JsonObject[], old: readonly JsonObject[]): readonly JsonObject[] {
  return ["Approved", "Denied"].reduce((kept, type) => {
    const before = old.filter((condition) => condition.type === type);
    if (before.length !== kept.filter((condition) => condition.type === type).length) return kept;
    return kept.map((condition) => (condition.type === type ? (before.shift() ?? condition) : condition));
  }, conditions);
}

function withTimes(request: JsonObject, old: JsonObject, clock: Clock): JsonObject {
  const now = formatTime(clock.now());
  const status = getOwn(request, "status");
  if (status === undefined) return request;
  const timed = changeItems(objectAt(request, "status"), "conditions", (condition) => {
    const same = objectsAt(old, "status.conditions").find(
      ({ type, status, lastTransitionTime }) =>
        type === condition.type && status === condition.status && typeof lastTransitionTime === "string",
    );
    const updated = textAt(condition, "lastUpdateTime") ? condition : withField(condition, "lastUpdateTime", now);
    if (textAt(updated, "lastTransitionTime")) return updated;
    return withField(updated, "lastTransitionTime", same ? textAt(same, "lastTransitionTime") : now);
  });
  return withField(request, "status", timed);
}
