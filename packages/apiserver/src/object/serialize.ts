import { type JsonObject, stringifyJson } from "@capstan/kube";

const strings = new WeakMap<JsonObject, string>();

/** The JSON of an object; encoded once for all clients. */
export function serialize(object: JsonObject): string {
  let text = strings.get(object);
  if (text === undefined) {
    text = stringifyJson(object);
    strings.set(object, text);
  }
  return text;
}
