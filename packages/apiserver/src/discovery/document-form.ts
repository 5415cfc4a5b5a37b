import { type JsonObject, textAt } from "@capstan/kube";
import { type MediaRange } from "../output/accept.ts";
import { accepted, encodings, requireType } from "../output/output.ts";
import { type Encoding } from "../output/respond.ts";
import { encodeObject } from "../protobuf/envelope.ts";
import { notAcceptable } from "../status/status-error.ts";

/** Documents about groups and their resources have a type; others, such as the version, are plain JSON. */
const types: Readonly<Record<string, string>> = {
  APIVersions: "meta.v1.APIVersions",
  APIGroupList: "meta.v1.APIGroupList",
  APIGroup: "meta.v1.APIGroup",
  APIResourceList: "meta.v1.APIResourceList",
};

/**
 * The first acceptable encoding of a document.
 *
 * @param isCustom - whether it is about custom resources.
 * @throws StatusError NotAcceptable, worded as by the responsible part of the real server.
 */
export function documentEncoding(ranges: readonly MediaRange[], document: JsonObject, isCustom: boolean): Encoding {
  const kind = textAt(document, "kind") ?? "";
  if (!(kind in types)) return "json";
  if (kind !== "APIGroup" && !isCustom) requireType(ranges, "get");
  for (const { type, parameters } of ranges) {
    const encoding = encodings[type];
    if (encoding !== undefined && parameters.as === undefined) return encoding;
  }
  throw notAcceptable(accepted);
}

export function encodeDocument(document: JsonObject): Buffer {
  return encodeObject(document, types[textAt(document, "kind") ?? ""] ?? "");
}
