import { type Attributes } from "./attributes.ts";

/** How messages name what a write is about. */
export function nameOf({ name, object }: Attributes): string {
  if (name !== "") return name;
  const { generateName = "" } = object?.metadata ?? {};
  return generateName === "" ? "Unknown" : generateName;
}
