/** The parameters of operations: an operation has its own, and a path has those that all its operations share. */
import { compareUtf8, type JsonObject } from "@pintle/machinery";
import { parametersByAction, parametersOfAll } from "./generated/meta.ts";
import type { Route } from "./routes.ts";

/** As version 3 writes it. */
export interface Parameter extends JsonObject {
  readonly name: string;
  readonly in: "path" | "query";
  readonly description: string;
}

export interface PathParameters {
  /** Those of the path, which all its operations have. */
  readonly shared: readonly Parameter[];
  ownOf(route: Route): readonly Parameter[];
}

export function parametersOf(path: string, routes: readonly Route[], kind: string): PathParameters {
  const common = [parametersOfAll.pretty];
  if (path.includes("{namespace}")) common.push(parametersOfAll.namespace);
  if (path.includes("{name}")) common.push(nameParameter(kind));
  const all = routes.map(({ action }) => parametersByAction[action]);
  const isShared = ({ name }: Parameter) => all.every((parameters) => parameters.some((other) => other.name === name));
  // Of parameters that differ in their description, the last counts.
  const shared = (all.at(-1) ?? []).filter(isShared);
  return {
    shared: [...common, ...shared].toSorted((left, right) => compareUtf8(left.name, right.name)),
    ownOf: ({ action }) => parametersByAction[action].filter((parameter) => !isShared(parameter)),
  };
}

function nameParameter(kind: string): Parameter {
  return {
    name: "name",
    in: "path",
    description: `name of the ${kind}`,
    required: true,
    schema: { type: "string", uniqueItems: true },
  };
}
