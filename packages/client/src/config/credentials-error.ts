/** Why there are no credentials, or no authorities to check a server by: the file, the field or the command, and no secret. */
export class CredentialsError extends Error {
  static {
    CredentialsError.prototype.name = "CredentialsError";
  }
}

/** What went wrong with a file or a command in Node's words, which name codes and paths and no content. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
