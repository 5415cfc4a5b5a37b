export { fieldsOf, isJsonObject, type JsonObject } from "./json/json-object.ts";
export { goPattern } from "./openapi/go-pattern.ts";
export { type FormatCheck, stringFormats } from "./openapi/string-formats.ts";
