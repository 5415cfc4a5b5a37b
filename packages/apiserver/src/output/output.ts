import { apiVersionOf, type JsonObject, optional, stringifyJson } from "@capstan/kube";
import { type MediaRange } from "./accept.ts";
import { type ApiObject, type ObjectList } from "../object/api-object.ts";
import { serialize } from "../object/serialize.ts";
import { notAcceptable, StatusError } from "../status/status-error.ts";
import { protobufType } from "../protobuf/envelope.ts";
import { protobufList, protobufObject } from "./protobuf.ts";
import { type Encoding } from "./respond.ts";
import { type MetaVersion, metaVersions, partialMetadata, type PartialObject } from "./partial-metadata.ts";
import { objectTable, tableOf } from "./table.ts";
import { type ResourceRequest } from "../request/request.ts";
import { goPackage } from "../registry/resource.ts";

/** The content of an answer about objects: the objects, a table of them, or their metadata. */
type Shape = "objects" | "table" | "metadata";

export interface Output {
  readonly shape: Shape;
  /** The version of tables and metadata. */
  readonly metaVersion: MetaVersion;
  /** The only accepted metadata kind: for one object, or for a list. */
  readonly only?: "PartialObjectMetadata" | "PartialObjectMetadataList";
  readonly encoding: Encoding;
}

export const encodings: Readonly<Record<string, Encoding>> = {
  "application/json": "json",
  "application/*": "json",
  "*/*": "json",
  "application/yaml": "yaml",
  [protobufType]: "protobuf",
};

export const accepted = ["application/json", "application/yaml", protobufType];

/**
 * The first acceptable format that the server supports: custom resources and tables have no protobuf format.
 *
 * @throws StatusError NotAcceptable.
 */
export function chooseOutput(ranges: readonly MediaRange[], { info, resource }: Answered): Output {
  if (!resource.custom) requireType(ranges, info.verb);
  const hasProtobuf = !resource.custom;
  // Reviews have none.
  const hasColumns = resource.verbs.includes("list");
  for (const { type, parameters } of ranges) {
    const encoding = encodings[type];
    const form = formOf(parameters);
    if (encoding === undefined || form === undefined || (info.verb === "watch" && encoding === "yaml")) continue;
    if (form.shape === "table" && !hasColumns) continue;
    if (encoding === "protobuf" && (form.shape === "table" || (form.shape === "objects" && !hasProtobuf))) continue;
    const only = form.shape === "metadata" ? (parameters.as as Output["only"]) : undefined;
    return { ...form, encoding, ...optional("only", only) };
  }
  throw notAcceptable(
    info.verb === "watch" && !resource.custom
      ? [`application/json;stream=watch`, `${protobufType};stream=watch`]
      : accepted,
  );
}

const streams = ["application/json;stream=watch", `${protobufType};stream=watch`];

/** Built-in kinds require a complete media type. @throws StatusError NotAcceptable. */
export function requireType(ranges: readonly MediaRange[], verb: string): void {
  if (ranges.some(({ type }) => type === "*/*" || accepted.includes(type))) return;
  const available = ["list", "watch"].includes(verb) ? [...accepted, ...streams] : accepted;
  const message = `406: Not Acceptable\n\nAvailable representations: ${available.join(", ")}`;
  throw new StatusError(406, "NotAcceptable", message, {});
}

type Answered = Pick<ResourceRequest, "info" | "resource">;

function formOf({ as, g, v }: MediaRange["parameters"]): Pick<Output, "shape" | "metaVersion"> | undefined {
  if (as === undefined) return { shape: "objects", metaVersion: "meta.k8s.io/v1" };
  const metaVersion = metaVersions.find((each) => each === `${g}/${v}`);
  if (metaVersion === undefined) return undefined;
  if (as === "Table") return { shape: "table", metaVersion };
  const isMetadata = as === "PartialObjectMetadata" || as === "PartialObjectMetadataList";
  return isMetadata ? { shape: "metadata", metaVersion } : undefined;
}

/** The encoding of an error: the first acceptable one that is not for objects alone. */
export function errorEncoding(ranges: readonly MediaRange[]): Encoding {
  const found = ranges.find(({ type, parameters }) => type in encodings && parameters.as === undefined);
  return encodings[found?.type ?? ""] ?? "json";
}

function otherForm(asked: string, what: string): StatusError {
  return new StatusError(406, "NotAcceptable", `you requested ${asked}, but the requested object is ${what}`);
}

/** Encodes one object as requested: a JSON string or protobuf bytes. */
export function writeObject(request: ResourceRequest, object: ApiObject, output: Output, now: number): string | Buffer {
  const { shape, encoding, metaVersion } = output;
  const { resource } = request;
  if (output.only === "PartialObjectMetadataList") {
    const type = resource.custom ? "unstructured.Unstructured" : `${goPackage(resource)}.${resource.kind}`;
    throw otherForm(output.only, `not a list (*${type})`);
  }
  const partial = (): PartialObject => partialMetadata(object, metaVersion);
  if (encoding === "protobuf") return protobufObject(shape === "metadata" ? partial() : object);
  if (shape === "objects") return serialize(object);
  return stringifyJson(shape === "table" ? objectTable(request, object, { now, metaVersion }) : partial());
}

/** Encodes a list: a JSON string or protobuf bytes. @throws StatusError NotAcceptable. */
export function writeList(request: ResourceRequest, list: ObjectList, output: Output, now: number): string | Buffer {
  const { resource, version } = request;
  const { shape, metaVersion } = output;
  if (output.only === "PartialObjectMetadata") {
    const list = resource.custom ? "unstructured.UnstructuredList" : `${goPackage(resource)}.${resource.listKind}`;
    throw otherForm(output.only, `a list (*${list})`);
  }
  const metadata: JsonObject = {
    // Lists of custom resources have the field even if there is nothing to continue.
    ...(list.continue === undefined ? (resource.custom ? { continue: "" } : {}) : { continue: list.continue }),
    ...(list.remainingItemCount === undefined ? {} : { remainingItemCount: list.remainingItemCount }),
    resourceVersion: list.resourceVersion,
  };
  if (shape !== "objects" && list.continue === undefined) Reflect.deleteProperty(metadata, "continue");
  if (output.encoding === "protobuf") return writeProtobufList(request, list, metadata, output);
  if (shape === "table") return stringifyJson(tableOf(request, list.items, metadata, { now, metaVersion }));
  if (shape === "metadata") {
    const items = list.items.length === 0 ? null : list.items.map((item) => partialMetadata(item, metaVersion));
    return stringifyJson({ kind: "PartialObjectMetadataList", apiVersion: metaVersion, metadata, items });
  }
  const apiVersion = apiVersionOf({ group: resource.group, version: version.name });
  const typeMeta = resource.custom
    ? `"apiVersion":"${apiVersion}",`
    : `"kind":"${resource.listKind}","apiVersion":"${apiVersion}","metadata":${stringifyJson(metadata)},`;
  const rest = resource.custom ? `,"kind":"${resource.listKind}","metadata":${stringifyJson(metadata)}` : "";
  const prefix = `{"kind":"${resource.kind}","apiVersion":"${apiVersion}",`;
  // Items of built-in lists have no type; the JSON of each object exists already.
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
  { shape, metaVersion }: Output,
): Buffer {
  if (shape === "metadata") {
    const type = { kind: "PartialObjectMetadataList", apiVersion: metaVersion };
    const partial = items.map((item) => partialMetadata(item, metaVersion));
    return protobufList(type, metadata, partial);
  }
  const apiVersion = apiVersionOf({ group: resource.group, version: version.name });
  return protobufList({ kind: resource.listKind, apiVersion }, metadata, items);
}
