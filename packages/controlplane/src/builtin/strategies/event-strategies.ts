/** Events are gone after an hour in which nobody touched them. */
import type { KindStrategies, Specialize } from "./own-strategies.ts";

const ttlSeconds = 3_600;
export const eventLifetimeMs: number = ttlSeconds * 1_000;

export function createEventStrategies(): Readonly<Record<string, Specialize>> {
  const expire = ({ main, views }: KindStrategies): KindStrategies => ({
    main: { ...main, ttlSeconds: () => ttlSeconds },
    views,
  });
  return { events: expire, "events.events.k8s.io": expire };
}
