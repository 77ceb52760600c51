/** By which labels the objects of a program are known, and its pods selected. */
export function labelsOf(name: string): Record<string, string> {
  return { "app.kubernetes.io/name": name };
}

/** Of a Deployment they cannot be changed later: so they hold nothing that might. */
export function podLabelsOf(name: string): Record<string, string> {
  return { ...labelsOf(name), "app.kubernetes.io/component": "manager" };
}
