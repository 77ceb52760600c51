/** Texts of others, shown without what its shape gives away as secret. A net under the code, not a licence to show anything. */
export const redacted = "[redacted]";

const httpCredential = /\b(bearer|basic)\s+[\w.~+/=-]{6,}/gi;
const jsonWebToken = /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g;
const passwordInUrl = /(?<=:\/\/)[^\s/@]+(?=@)/g;

/** Without HTTP credentials, JSON web tokens and passwords in URLs, nor any of the texts that are known to be secret. */
export function maskSecrets(text: string, known: readonly string[] = []): string {
  const masked = text
    .replaceAll(httpCredential, (_, scheme: string) => `${scheme} ${redacted}`)
    .replaceAll(jsonWebToken, redacted)
    .replaceAll(passwordInUrl, redacted);
  return known.reduce((rest, secret) => rest.replaceAll(secret, redacted), masked);
}
