/** Names of environment variables as Kubernetes takes them since 1.34: any printable ASCII but `=`. */
export function validateEnvVarName(value: string): string[] {
  if (value === "") return ["environment variable name must be non-empty"];
  if (/^[ -<>-~]+$/.test(value)) return [];
  return ["a valid environment variable name must consist only of printable ASCII characters other than '='"];
}
