import { type Attributes } from "./attributes.ts";

/** The name of a write's object in messages. */
export function nameOf({ name, object }: Attributes): string {
  if (name !== "") return name;
  const { generateName = "" } = object?.metadata ?? {};
  return generateName === "" ? "Unknown" : generateName;
}
