import type { JsonObject } from "@capstan/kube";
import type { ReferenceContext } from "./references.ts";

/** Converts a kind between its versions. Fields that the target version has no place for are omitted. */
export interface KindForms {
  specToV1Beta2(spec: JsonObject): JsonObject;
  specToV1Beta1(spec: JsonObject, context: ReferenceContext): JsonObject;
  statusToV1Beta2(status: JsonObject): JsonObject;
  statusToV1Beta1(status: JsonObject): JsonObject;
}
