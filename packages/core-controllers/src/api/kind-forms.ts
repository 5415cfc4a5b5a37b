import type { JsonObject } from "@capstan/kube";
import type { ReferenceContext } from "./references.ts";

/** How a kind is written in either version; what has no place in the other is left out. */
export interface KindForms {
  specToV1Beta2(spec: JsonObject): JsonObject;
  specToV1Beta1(spec: JsonObject, context: ReferenceContext): JsonObject;
  statusToV1Beta2(status: JsonObject): JsonObject;
  statusToV1Beta1(status: JsonObject): JsonObject;
}
