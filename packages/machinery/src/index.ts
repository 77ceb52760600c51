/** The algebra of Kubernetes objects: pure, no I/O, no clock or randomness of its own. */
export * from "./json/json-value.ts";
export type * from "./json/shape.ts";
