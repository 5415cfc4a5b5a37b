import { yamlTag } from "./resolve-scalar.ts";

/**
 * The full name of a tag; empty for `!`, which go-yaml ignores.
 *
 * @param handles - of the document's `%TAG` directives.
 */
export function fullTag(raw: string, handles: Readonly<Record<string, string>>): string {
  if (raw === "!") return "";
  if (raw.startsWith("!<")) return decoded(raw.slice(2, -1));
  const handle = raw.slice(0, Math.max(raw.indexOf("!", 1), 0) + 1);
  const prefix = Object.hasOwn(handles, handle) ? (handles[handle] ?? "") : handle === "!!" ? yamlTag : handle;
  return decoded(prefix + raw.slice(handle.length));
}

function decoded(tag: string): string {
  try {
    return decodeURIComponent(tag);
  } catch {
    return tag;
  }
}
