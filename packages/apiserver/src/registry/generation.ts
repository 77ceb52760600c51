/** The generation of an object: which changes its controllers have to look at. Clients never set it. */
import { equalJson, getOwn, type JsonObject } from "@pintle/machinery";
import { metadataNumber, withMetadata } from "./object-metadata.ts";
import type { GenerationRule, Strategy } from "./strategy.ts";

/** Kinds that count begin with 1; the others keep what they were created with. */
export function withFirstGeneration(object: JsonObject, { generation = "none" }: Strategy): JsonObject {
  if (generation === "none") return object;
  const first = typeof generation === "object" ? generation.first : 1;
  return first === undefined ? object : withMetadata(object, { generation: first });
}

/** The object with the old generation, or the next one where something that counts has changed. */
export function withNextGeneration(object: JsonObject, old: JsonObject, { generation = "none" }: Strategy): JsonObject {
  const current = metadataNumber(old, "generation");
  const isCounted = generation !== "none" && hasCountedChange(object, old, generation);
  return withMetadata(object, { generation: isCounted ? (current ?? 0) + 1 : current });
}

function hasCountedChange(
  object: JsonObject,
  old: JsonObject,
  generation: "outside-status" | "outside-metadata" | GenerationRule,
): boolean {
  if (typeof generation === "object") return generation.isCounted(object, old);
  const keys = new Set([...Object.keys(object), ...Object.keys(old)]);
  for (const uncounted of ["metadata", "kind", "apiVersion"]) keys.delete(uncounted);
  if (generation === "outside-status") keys.delete("status");
  return [...keys].some((key) => !equalJson(getOwn(object, key), getOwn(old, key)));
}
