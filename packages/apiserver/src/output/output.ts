import { apiVersionOf, type JsonObject, stringifyJson } from "@capstan/kube";
import { type MediaRange } from "./accept.ts";
import { type ApiObject } from "../object/api-object.ts";
import { serialize } from "../object/serialize.ts";
import { notAcceptable, StatusError } from "../status/status-error.ts";
import { protobufType } from "../protobuf/envelope.ts";
import { protobufList, protobufObject } from "./protobuf.ts";
import { type Encoding } from "./respond.ts";
import { objectTable, type Table, tableOf } from "./table.ts";
import { type ResourceRequest } from "../request/request.ts";
import { goPackage } from "../registry/resource.ts";
import { type ObjectList } from "../object/object-list.ts";

/** What an answer about objects is made of: the objects, a table of them, or their metadata. */
export type Shape = "objects" | "table" | "metadata";

export interface Output {
  readonly shape: Shape;
  /** Only one object is accepted, and not a list of them. */
  readonly single?: boolean;
  readonly encoding: Encoding;
}

const encodings: Readonly<Record<string, Encoding>> = {
  "application/json": "json",
  "application/*": "json",
  "*/*": "json",
  "application/yaml": "yaml",
  [protobufType]: "protobuf",
};

const accepted = ["application/json", "application/yaml", protobufType];

/**
 * The first form that a client accepts and the server has: custom resources and tables are not written in protobuf.
 *
 * @throws StatusError NotAcceptable.
 */
export function chooseOutput(ranges: readonly MediaRange[], { info, resource }: Answered): Output {
  if (!resource.custom) requireType(ranges, info.verb);
  const hasProtobuf = !resource.custom || info.subresource === "scale";
  for (const { type, parameters } of ranges) {
    const encoding = encodings[type];
    const shape = shapeOf(parameters);
    if (encoding === undefined || shape === undefined || (info.verb === "watch" && encoding === "yaml")) continue;
    if (encoding === "protobuf" && (shape === "table" || (shape === "objects" && !hasProtobuf))) continue;
    return parameters.as === "PartialObjectMetadata" ? { shape, encoding, single: true } : { shape, encoding };
  }
  throw notAcceptable(
    info.verb === "watch" && !resource.custom
      ? [`application/json;stream=watch`, `${protobufType};stream=watch`]
      : accepted,
  );
}

const streams = ["application/json;stream=watch", `${protobufType};stream=watch`];

/** Built-in kinds are asked for by the whole name of a type. @throws StatusError NotAcceptable. */
function requireType(ranges: readonly MediaRange[], verb: string): void {
  if (ranges.some(({ type }) => type === "*/*" || accepted.includes(type))) return;
  const available = ["list", "watch"].includes(verb) ? [...accepted, ...streams] : accepted;
  const message = `406: Not Acceptable\n\nAvailable representations: ${available.join(", ")}`;
  throw new StatusError(406, "NotAcceptable", message, {});
}

type Answered = Pick<ResourceRequest, "info" | "resource">;

function shapeOf({ as, g, v }: MediaRange["parameters"]): Shape | undefined {
  if (as === undefined) return "objects";
  if (g !== "meta.k8s.io" || v !== "v1") return undefined;
  if (as === "Table") return "table";
  return as === "PartialObjectMetadata" || as === "PartialObjectMetadataList" ? "metadata" : undefined;
}

/** How an error is written: in the first form that the client accepts and that is not of objects alone. */
export function errorEncoding(ranges: readonly MediaRange[]): Encoding {
  const found = ranges.find(({ type, parameters }) => type in encodings && parameters.as === undefined);
  return encodings[found?.type ?? ""] ?? "json";
}

/** One object as the client asked for it: JSON text, or bytes of protobuf. */
export function writeObject(request: ResourceRequest, object: ApiObject, output: Output, now: number): string | Buffer {
  const { shape, encoding } = output;
  if (encoding === "protobuf") return protobufObject(shape === "metadata" ? partialMetadata(object) : object);
  if (shape === "objects") return serialize(object);
  return stringifyJson(shape === "table" ? objectTable(request, object, now) : partialMetadata(object));
}

/** A list: JSON text, or bytes of protobuf. @throws StatusError NotAcceptable. */
export function writeList(request: ResourceRequest, list: ObjectList, output: Output, now: number): string | Buffer {
  const { resource, version } = request;
  const { shape } = output;
  if (output.single === true) {
    const list = resource.custom ? "unstructured.UnstructuredList" : `${goPackage(resource)}.${resource.listKind}`;
    const message = `you requested PartialObjectMetadata, but the requested object is a list (*${list})`;
    throw new StatusError(406, "NotAcceptable", message);
  }
  const metadata: JsonObject = {
    // Custom resources state it even if there is nothing to continue.
    ...(list.continue === undefined ? (resource.custom ? { continue: "" } : {}) : { continue: list.continue }),
    ...(list.remainingItemCount === undefined ? {} : { remainingItemCount: list.remainingItemCount }),
    resourceVersion: list.resourceVersion,
  };
  if (shape !== "objects" && list.continue === undefined) Reflect.deleteProperty(metadata, "continue");
  if (output.encoding === "protobuf") return writeProtobufList(request, list, metadata, shape);
  if (shape === "table") return stringifyJson(tableOf(request, list.items, metadata, now));
  if (shape === "metadata") {
    const items = list.items.length === 0 ? null : list.items.map(partialMetadata);
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

function writeProtobufList(
  { resource, version }: ResourceRequest,
  { items }: ObjectList,
  metadata: JsonObject,
  shape: Shape,
): Buffer {
  if (shape === "metadata") {
    const type = { kind: "PartialObjectMetadataList", apiVersion: "meta.k8s.io/v1" };
    return protobufList(type, metadata, items.map(partialMetadata));
  }
  const apiVersion = apiVersionOf({ group: resource.group, version: version.name });
  return protobufList({ kind: resource.listKind, apiVersion }, metadata, items);
}

function partialMetadata(object: ApiObject): JsonObject & TypeMeta {
  return { kind: "PartialObjectMetadata", apiVersion: "meta.k8s.io/v1", metadata: object.metadata };
}

interface TypeMeta {
  readonly apiVersion: string;
  readonly kind: string;
}

/** How a watch shows objects in this shape; undefined if as they are. */
export function presentationOf(
  request: ResourceRequest,
  shape: Shape,
  clock: { now(): number },
): ((object: ApiObject) => JsonObject & TypeMeta) | undefined {
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
