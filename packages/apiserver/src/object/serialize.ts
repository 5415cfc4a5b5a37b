import { type JsonObject, stringifyJson } from "@capstan/kube";

const strings = new WeakMap<JsonObject, string>();

/** The JSON text of an object; written once however many clients read or watch it. */
export function serialize(object: JsonObject): string {
  let text = strings.get(object);
  if (text === undefined) {
    text = stringifyJson(object);
    strings.set(object, text);
  }
  return text;
}
