/** What whoever asks for a kind that will go one day is told, by the type of the kind. */
export const deprecatedKinds: ReadonlyMap<string, string> = new Map([
  ["core/v1.ComponentStatus", "v1 ComponentStatus is deprecated in v1.19+"],
  ["core/v1.Endpoints", "v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice"],
]);
