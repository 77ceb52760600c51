/** What extends the API: definitions have rules of their own, local APIs are available at once. */

import { type StrategyRequest, withDefinitionRules, withDefinitionStatusRules } from "@pintle/apiserver";
import { formatTime, type JsonObject } from "@pintle/machinery";
import { valueAt, withField } from "../json-fields.ts";
import type { Specialize } from "./own-strategies.ts";

export const definitionStrategies: Readonly<Record<string, Specialize>> = {
  "customresourcedefinitions.apiextensions.k8s.io": ({ main, views }) => ({
    main: withDefinitionRules(main),
    views: { ...views, ...(views.status && { status: withDefinitionStatusRules(views.status) }) },
  }),
  "apiservices.apiregistration.k8s.io": ({ main, views }) => ({
    main: { ...main, prepareCreate: (service, request) => withField(service, "status", firstStatus(service, request)) },
    views,
  }),
};

function firstStatus(service: JsonObject, { context }: StrategyRequest): JsonObject {
  if (valueAt(service, "spec.service") !== undefined) return {};
  const condition = {
    type: "Available",
    status: "True",
    lastTransitionTime: formatTime(context.clock.now()),
    reason: "Local",
    message: "Local APIServices are always available",
  };
  return { conditions: [condition] };
}
