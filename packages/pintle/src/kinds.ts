/** The built-in kinds of Kubernetes, for operators that own, read or watch them. */
export * from "@pintle/kinds";
