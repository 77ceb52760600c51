/** Whether something could not be created because its namespace is going away, or gone: then nothing is left to be done there. */
import { ApiError } from "@pintle/machinery";

export function isNamespaceEnding(error: unknown): boolean {
  const answer = ApiError.find(error);
  return answer?.causes.some(({ reason }) => reason === "NamespaceTerminating") ?? false;
}
