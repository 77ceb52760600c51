/** Which images are pulled every time: those whose tag is `latest`, said or meant. */

const component = /^[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*$/;
const domain = /^(?:[a-zA-Z0-9](?:[a-zA-Z0-9.-]*[a-zA-Z0-9])?|\[[0-9a-fA-F:]+\])(?::[0-9]+)?$/;
const tagPattern = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/;

/** `Always` for `latest` and for no tag at all; a digest or a name that cannot be read is not looked for again. */
export function defaultPullPolicy(image: string): "Always" | "IfNotPresent" {
  const [named = "", digest] = image.split("@", 2);
  const slash = named.lastIndexOf("/");
  const colon = named.indexOf(":", slash + 1);
  const name = colon < 0 ? named : named.slice(0, colon);
  const tag = colon < 0 ? undefined : named.slice(colon + 1);
  if (!isRepository(name) || (tag !== undefined && !tagPattern.test(tag))) return "IfNotPresent";
  const isLatest = tag === undefined ? digest === undefined : tag === "latest";
  return isLatest ? "Always" : "IfNotPresent";
}

function isRepository(name: string): boolean {
  const parts = name.split("/");
  const [first = ""] = parts;
  const hasDomain = parts.length > 1 && (/[.:]/.test(first) || first === "localhost" || first !== first.toLowerCase());
  if (hasDomain && !domain.test(first)) return false;
  const path = hasDomain ? parts.slice(1) : parts;
  return path.every((part) => component.test(part)) && !/^[a-f0-9]{64}$/.test(name);
}
