/** Where a server listens, as flags say it: `:8080`, `127.0.0.1:0`, `[::1]:9443`; `0` for nowhere. */
import { isIPv6 } from "node:net";
import { UsageError } from "@pintle/machinery";

export interface BindAddress {
  /** Empty for all addresses of the machine. */
  readonly host: string;
  /** 0 for any that is free. */
  readonly port: number;
}

/** `undefined` where nothing is to be served: for `0` and the empty text. */
export function parseBindAddress(text: string): BindAddress | undefined {
  if (text === "0" || text === "") return undefined;
  const [, brackets, plain = "", digits = ""] = /^(?:\[([^\]]*)\]|([^:[\]]*)):(\d{1,5})$/.exec(text) ?? [];
  const port = Number(digits);
  if (digits === "" || port > 65_535 || (brackets !== undefined && !isIPv6(brackets))) throw invalid(text);
  return { host: brackets ?? plain, port };
}

export function formatBindAddress({ host, port }: BindAddress): string {
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}

function invalid(text: string): UsageError {
  return new UsageError(
    "PINTLE_BIND_ADDRESS_INVALID",
    `${JSON.stringify(text)} is no address to listen on: write ":8080", "127.0.0.1:8080" or "[::1]:8080", or "0" for none`,
  );
}
