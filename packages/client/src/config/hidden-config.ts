/** A configuration that shows no secret when it is printed or written as JSON, not even a proxy's password. */
import { inspect } from "node:util";
import type { ClientConfig } from "./client-config.ts";
import { maskSecrets } from "./mask-secrets.ts";

export function createHiddenConfig(config: ClientConfig): ClientConfig {
  const show = () => {
    const { trust: _trust, credentials: _credentials, proxyUrl, ...shown } = config;
    return { ...shown, ...(proxyUrl === undefined ? {} : { proxyUrl: maskSecrets(proxyUrl) }) };
  };
  return Object.defineProperties({ ...config }, { toJSON: { value: show }, [inspect.custom]: { value: show } });
}
