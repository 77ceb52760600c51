/** How a command in a container ended, read from what the server says of it on the error channel. */
import { ApiError, isJsonObject, type Status } from "@pintle/machinery";
import { StreamError } from "./stream-error.ts";

export interface ExecExit {
  /** 0 when the command succeeded. */
  readonly code: number;
}

const maxStatusBytes = 1_024 * 1_024;

/** Reads the error channel to its end. A failure that is no exit of the command is thrown as an `ApiError`. */
export async function readExit(channel: AsyncIterable<Uint8Array>): Promise<ExecExit> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const bytes of channel) {
    length += bytes.length;
    if (length > maxStatusBytes)
      throw new StreamError("the server said more on the error channel than a Status can be");
    parts.push(bytes);
  }
  if (length === 0) throw new StreamError("the stream ended and the server did not say how the command did");
  return exitOf(parseStatus(Buffer.concat(parts).toString("utf8")));
}

/** Kubelets leave out apiVersion and kind here. */
function parseStatus(text: string): Status {
  try {
    const status: unknown = JSON.parse(text);
    if (isJsonObject(status) && (status.status === "Success" || status.status === "Failure")) {
      return status as unknown as Status;
    }
  } catch {
    // Told below, with the text.
  }
  throw new StreamError(`the error channel holds no Status: ${JSON.stringify(text.slice(0, 200))}`);
}

function exitOf(status: Status): ExecExit {
  if (status.status === "Success") return { code: 0 };
  if (status.reason !== "NonZeroExitCode") throw ApiError.fromStatus(status);
  const cause = status.details?.causes?.find(({ reason }) => reason === "ExitCode")?.message ?? "";
  if (!/^\d{1,3}$/.test(cause) || Number(cause) > 255)
    throw new StreamError(`the command failed with the exit code ${JSON.stringify(cause)}`);
  return { code: Number(cause) };
}
