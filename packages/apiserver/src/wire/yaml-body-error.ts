/** Why a text is no YAML, as Go's YAML says it. */
export class YamlBodyError extends Error {
  override readonly name = "YamlBodyError";
}
