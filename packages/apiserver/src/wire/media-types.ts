/** The media types that the API speaks, in the order in which it names and prefers them. */
export type MediaType = "json" | "yaml" | "protobuf";

export const contentTypes: Readonly<Record<MediaType, string>> = {
  json: "application/json",
  yaml: "application/yaml",
  protobuf: "application/vnd.kubernetes.protobuf",
};

export const mediaTypes: readonly MediaType[] = ["json", "yaml", "protobuf"];

/** In the order and the spelling of refusals. */
export const acceptedTypes: readonly string[] = mediaTypes.map((type) => contentTypes[type]);

/** YAML has no frames, so nothing is streamed in it. */
export const acceptedStreamTypes: readonly string[] = (["json", "protobuf"] as const).map(
  (type) => `${contentTypes[type]};stream=watch`,
);
