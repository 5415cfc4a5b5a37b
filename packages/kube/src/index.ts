export { fieldsOf, isJsonObject, type JsonObject } from "./json/json-object.ts";
