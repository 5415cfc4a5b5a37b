import { type JsonObject } from "@capstan/kube";
import { type ApiObject } from "../object/api-object.ts";

/** The versions of tables and of partial metadata, which differ only in name. */
export const metaVersions = ["meta.k8s.io/v1", "meta.k8s.io/v1beta1"] as const;

export type MetaVersion = (typeof metaVersions)[number];

/** An object with only its metadata. */
export interface PartialObject extends JsonObject {
  readonly kind: "PartialObjectMetadata";
  readonly apiVersion: MetaVersion;
  readonly metadata: ApiObject["metadata"];
}

export function partialMetadata({ metadata }: ApiObject, apiVersion: MetaVersion): PartialObject {
  return { kind: "PartialObjectMetadata", apiVersion, metadata };
}
