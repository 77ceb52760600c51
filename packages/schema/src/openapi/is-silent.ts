/** Whether a keyword's value says nothing: Kubernetes' types do not tell it from an absent one. */
export function isSilent(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === undefined || value === null || value === false || value === "";
}
