/**
 * What must never reach a log: the content of Secrets, and whatever is named or shaped like a credential.
 *
 * This is a net under the code, not a licence to log anything: it knows names and shapes, not meanings.
 */
export const redacted = "[redacted]";

const credentialName = /(?:token|authorization|passw(?:or)?d|passphrase|cookie|credential|kubeconfig)s?\d*$/i;
const keyName = /(?:(?:api|access|private)[-_.]?key|client[-_.]?key[-_.]?data|string[-_.]?data)s?\d*$/i;

/** Whether the value under this name is secret, however the name is written: `id-token`, `ID_TOKEN`, `idToken`. */
export function isSecretName(name: string): boolean {
  return credentialName.test(name) || keyName.test(name);
}

/**
 * Whether the value is a credential if it is a text, as in `clientSecret`. Where it is an object it is rather a
 * reference.
 */
export function isSecretTextName(name: string): boolean {
  return /secret$/i.test(name);
}

const httpCredential = /\b([Bb]earer\s+|[Bb]asic\s+(?=\S*[\dA-Z=]))[\w.~+/=-]{6,}/g;
const jsonWebToken = /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g;
const passwordInUrl = /(?<=:\/\/)[^\s/:@]+:[^\s/@]+(?=@)/g;

/** The length of `://a:b@`: a shorter text need not be searched. */
export const shortestCredential = 7;

/** The text without what its shape gives away: HTTP credentials, JSON web tokens, passwords in URLs. */
export function maskText(text: string): string {
  return text
    .replaceAll(httpCredential, (_, scheme: string) => `${scheme}${redacted}`)
    .replaceAll(jsonWebToken, redacted)
    .replaceAll(passwordInUrl, redacted);
}

/** Whether a Secret may stand in this text as JSON, plain or quoted within other JSON. */
export function mentionsSecretObject(text: string): boolean {
  return /"kind\\*"\s*:\s*\\*"Secret(?:List)?\\*"/.test(text);
}

const lastApplied = "kubectl.kubernetes.io/last-applied-configuration";

/** The names in this object whose values are secret because of what the object is. */
export function secretFields(object: object): readonly string[] {
  // Items of a list carry no kind: a type beside data is what tells a Secret from a ConfigMap there.
  const { kind, type } = object as { kind?: unknown; type?: unknown };
  const isSecret =
    kind === "Secret" || (kind === undefined && typeof type === "string" && Object.hasOwn(object, "metadata"));
  if (isSecret) return ["data", "stringData"];
  return Object.hasOwn(object, lastApplied) ? [lastApplied] : [];
}
