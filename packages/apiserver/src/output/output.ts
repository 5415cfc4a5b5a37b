import { apiVersionOf, type JsonObject, stringifyJson } from "@capstan/kube";
import { type MediaRange } from "./accept.ts";
import { type ApiObject } from "../object/api-object.ts";
import { serialize } from "../object/serialize.ts";
import { notAcceptable } from "../status/status-error.ts";
import { objectTable, type Table, tableOf } from "./table.ts";
import { type ResourceRequest } from "../request/request.ts";
import { type ObjectList } from "../object/object-list.ts";

/** What an answer about objects is made of: the objects, a table of them, or their metadata. */
export type Shape = "objects" | "table" | "metadata";

export interface Output {
  readonly shape: Shape;
  readonly yaml: boolean;
}

/** @throws StatusError NotAcceptable. */
export function chooseOutput(ranges: readonly MediaRange[]): Output {
  for (const { type, parameters } of ranges) {
    const yaml = type === "application/yaml";
    if (!yaml && !["application/json", "*/*", "application/*"].includes(type)) continue;
    const as = parameters.as;
    if (as === undefined) return { shape: "objects", yaml };
    if (parameters.g !== "meta.k8s.io" || parameters.v !== "v1") continue;
    if (as === "Table") return { shape: "table", yaml };
    if (as === "PartialObjectMetadata" || as === "PartialObjectMetadataList") return { shape: "metadata", yaml };
  }
  throw notAcceptable(["application/json", "application/yaml"]);
}

/** The JSON text of one object, in the shape the client asked for. */
export function writeObject(request: ResourceRequest, object: ApiObject, shape: Shape, now: number): string {
  if (shape === "objects") return serialize(object);
  return stringifyJson(shape === "table" ? objectTable(request, object, now) : partialMetadata(object));
}

/** The JSON text of a list. */
export function writeList(request: ResourceRequest, list: ObjectList, shape: Shape, now: number): string {
  const { resource, version } = request;
  const metadata: JsonObject = {
    // Custom resources state it even if there is nothing to continue.
    ...(list.continue === undefined ? (resource.custom ? { continue: "" } : {}) : { continue: list.continue }),
    ...(list.remainingItemCount === undefined ? {} : { remainingItemCount: list.remainingItemCount }),
    resourceVersion: list.resourceVersion,
  };
  if (shape !== "objects" && list.continue === undefined) Reflect.deleteProperty(metadata, "continue");
  if (shape === "table") return stringifyJson(tableOf(request, list.items, metadata, now));
  if (shape === "metadata") {
    const items = list.items.map(partialMetadata);
    return stringifyJson({ kind: "PartialObjectMetadataList", apiVersion: "meta.k8s.io/v1", metadata, items });
  }
  const apiVersion = apiVersionOf({ group: resource.group, version: version.name });
  const typeMeta = resource.custom
    ? `"apiVersion":"${apiVersion}",`
    : `"kind":"${resource.listKind}","apiVersion":"${apiVersion}","metadata":${stringifyJson(metadata)},`;
  const rest = resource.custom ? `,"kind":"${resource.listKind}","metadata":${stringifyJson(metadata)}` : "";
  const prefix = `{"kind":"${resource.kind}","apiVersion":"${apiVersion}",`;
  // The items of built-in lists go without type; the text of each object is there already.
  const item = (object: ApiObject): string => {
    const text = serialize(object);
    return !resource.custom && text.startsWith(prefix) ? `{${text.slice(prefix.length)}` : text;
  };
  return `{${typeMeta}"items":[${list.items.map(item).join(",")}]${rest}}`;
}

function partialMetadata(object: ApiObject): JsonObject {
  return { kind: "PartialObjectMetadata", apiVersion: "meta.k8s.io/v1", metadata: object.metadata };
}

/** How a watch shows objects in this shape; undefined if as they are. */
export function presentationOf(
  request: ResourceRequest,
  shape: Shape,
  clock: { now(): number },
): ((object: ApiObject) => JsonObject) | undefined {
  if (shape === "objects") return undefined;
  if (shape === "metadata") return partialMetadata;
  let first = true;
  return (object) => {
    const table: Table = objectTable(request, object, clock.now());
    // Only the first event of a watch lists the columns.
    const shown = first ? table : { ...table, columnDefinitions: [] };
    first = false;
    return shown;
  };
}
