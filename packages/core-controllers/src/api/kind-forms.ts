import type { Fields } from "./fields.ts";
import type { ReferenceContext } from "./references.ts";

/** How a kind is said in either version; what has no place in the other is left out. */
export interface KindForms {
  specToV1Beta2(spec: Fields): Fields;
  specToV1Beta1(spec: Fields, context: ReferenceContext): Fields;
  statusToV1Beta2(status: Fields): Fields;
  statusToV1Beta1(status: Fields): Fields;
}
