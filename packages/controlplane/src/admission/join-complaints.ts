/** Several complaints as one, as Go's aggregated errors are written: each once, in brackets where there are more. */
export function joinComplaints(complaints: readonly string[]): string {
  const distinct = [...new Set(complaints)];
  return distinct.length > 1 ? `[${distinct.join(", ")}]` : (distinct[0] ?? "");
}
