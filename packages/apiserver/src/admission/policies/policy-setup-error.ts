/** A policy or binding that is set up so that it cannot be asked, in Kubernetes' words. */
export class PolicySetupError extends Error {
  override readonly name = "PolicySetupError";
}
