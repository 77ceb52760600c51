/** A mutation that cannot be made, in Kubernetes' words: the failure policy decides what becomes of the request. */
export class MutationError extends Error {
  override readonly name = "MutationError";
}
