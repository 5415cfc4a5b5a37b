import { stringifyJson } from "@capstan/kube";
import { type ApiObject } from "./api-object.ts";

const strings = new WeakMap<ApiObject, string>();

/** The JSON text of an object; written once however many clients read or watch it. */
export function serialize(object: ApiObject): string {
  let text = strings.get(object);
  if (text === undefined) {
    text = stringifyJson(object);
    strings.set(object, text);
  }
  return text;
}
