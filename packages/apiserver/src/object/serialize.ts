import { type JsonObject, stringifyJson } from "@capstan/kube";
import { remembered } from "./remembered.ts";

/** The JSON of an object; encoded once for all clients. */
export const serialize = remembered((object: JsonObject) => stringifyJson(object));
