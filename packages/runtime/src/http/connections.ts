/**
 * The connections of a server, and how long each may stay.
 *
 * Who asks is served; who is silent, or sends headers byte by byte, has to go: after a while, or as soon as the place is needed. One look
 * at all of them each second does for thousands what a timer for each would.
 */
import type { ServerHttp2Session } from "node:http2";
import type { Socket } from "node:net";
import type { Clock, ClockTimer } from "@pintle/machinery";
import type { HttpLimits } from "./http-limits.ts";

export class Connection {
  readonly address: string;
  /** The one that requests are read from: behind the handshake it is that of TLS. */
  socket: Socket;
  session: ServerHttp2Session | undefined;
  /** Its bytes are requests of HTTP/1.1, and not those of a handshake or of a session. */
  speaksHttp1 = false;
  inFlight = 0;
  hasAsked = false;
  /** Since when nothing is in flight. */
  idleSinceMs: number;
  /** Since when a request is being sent whose headers are not complete. */
  headerSinceMs: number | undefined;
  bytesWhenIdle = 0;

  constructor(socket: Socket, nowMs: number) {
    this.address = socket.remoteAddress ?? "";
    this.socket = socket;
    this.idleSinceMs = nowMs;
    this.headerSinceMs = nowMs;
  }
}

const lookEveryMs = 1_000;
const tooSlow = "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";

export class Connections {
  readonly #limits: HttpLimits;
  readonly #clock: Clock;
  readonly #open = new Set<Connection>();
  readonly #perAddress = new Map<string, number>();
  #timer: ClockTimer | undefined;
  #emptied: (() => void)[] = [];
  isClosing = false;

  constructor(limits: HttpLimits, clock: Clock) {
    this.#limits = limits;
    this.#clock = clock;
  }

  get size(): number {
    return this.#open.size;
  }

  /** Takes a connection in, or refuses it: then it is closed already and the result is `undefined`. */
  open(socket: Socket): Connection | undefined {
    const connection = new Connection(socket, this.#clock.monotonic());
    if (this.isClosing || !this.#makeRoomFor(connection)) {
      socket.destroy();
      return undefined;
    }
    this.#open.add(connection);
    this.#perAddress.set(connection.address, this.#countOf(connection.address) + 1);
    socket.once("close", () => this.#remove(connection));
    this.#timer ??= this.#lookLater();
    return connection;
  }

  begin(connection: Connection): void {
    connection.inFlight += 1;
    connection.hasAsked = true;
    connection.headerSinceMs = undefined;
  }

  end(connection: Connection): void {
    connection.inFlight -= 1;
    if (connection.inFlight > 0) return;
    connection.idleSinceMs = this.#clock.monotonic();
    if (connection.speaksHttp1) connection.bytesWhenIdle = connection.socket.bytesRead;
    if (this.isClosing) letGo(connection);
  }

  /** Lets idle connections go, and each other one as soon as it is idle. Resolves when there are none. */
  drain(): Promise<void> {
    this.isClosing = true;
    for (const connection of this.#open) {
      if (connection.inFlight === 0 || connection.session) letGo(connection);
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    if (this.#open.size === 0) resolve();
    else this.#emptied.push(resolve);
    return promise;
  }

  destroy(): void {
    for (const { socket, session } of this.#open) {
      session?.destroy();
      socket.destroy();
    }
  }

  #remove(connection: Connection): void {
    if (!this.#open.delete(connection)) return;
    const left = this.#countOf(connection.address) - 1;
    if (left > 0) this.#perAddress.set(connection.address, left);
    else this.#perAddress.delete(connection.address);
    if (this.#open.size > 0) return;
    this.#timer?.cancel();
    this.#timer = undefined;
    for (const resolve of this.#emptied.splice(0)) resolve();
  }

  #countOf(address: string): number {
    return this.#perAddress.get(address) ?? 0;
  }

  #makeRoomFor({ address }: Connection): boolean {
    const { connections, connectionsPerAddress } = this.#limits;
    if (this.#countOf(address) >= connectionsPerAddress) return this.#evict((other) => other.address === address);
    return this.#open.size < connections || this.#evict(() => true);
  }

  /** First who has never asked anything, the oldest of them; then who has been idle for longest. */
  #evict(isMeant: (connection: Connection) => boolean): boolean {
    let chosen: Connection | undefined;
    for (const connection of this.#open) {
      if (connection.inFlight > 0 || !isMeant(connection)) continue;
      if (!connection.hasAsked) {
        chosen = connection;
        break;
      }
      if (chosen === undefined || connection.idleSinceMs < chosen.idleSinceMs) chosen = connection;
    }
    if (chosen === undefined) return false;
    chosen.session?.destroy();
    chosen.socket.destroy();
    this.#remove(chosen);
    return true;
  }

  #lookLater(): ClockTimer {
    const options = { label: "idle connections", kind: "background", unref: true } as const;
    return this.#clock.setTimer(lookEveryMs, () => this.#look(), options);
  }

  #look(): void {
    const nowMs = this.#clock.monotonic();
    for (const connection of this.#open) if (connection.inFlight === 0) this.#judge(connection, nowMs);
    this.#timer = this.#open.size > 0 ? this.#lookLater() : undefined;
  }

  #judge(connection: Connection, nowMs: number): void {
    const { headerMs, idleMs } = this.#limits;
    const hasBegun = connection.speaksHttp1 && connection.socket.bytesRead > connection.bytesWhenIdle;
    if (connection.hasAsked && hasBegun) connection.headerSinceMs ??= nowMs;
    if (nowMs - (connection.headerSinceMs ?? nowMs) >= headerMs) {
      if (hasBegun) connection.socket.end(tooSlow);
      letGo(connection);
    } else if (nowMs - connection.idleSinceMs >= idleMs) letGo(connection);
  }
}

/** What has been written still goes out. A session tells its peer to ask elsewhere, and ends behind its last request. */
function letGo({ session, socket }: Connection): void {
  if (session) session.close();
  else socket.destroySoon();
}
