import { labelMatcher, type LabelMatcher, parseLabelSelector } from "@capstan/kube";
import { type ApiObject } from "../object/api-object.ts";
import { type FieldSelection, fieldSelection, refusing } from "./field-selector.ts";
import { type ResourceRequest } from "./request.ts";

/** What a request selects: the namespace of its path and its selectors. */
export interface Selection {
  readonly namespace: string;
  readonly labels: LabelMatcher | undefined;
  readonly fields: FieldSelection | undefined;
  matches(object: ApiObject): boolean;
}

export function selectionOf({ resource, version, info, query }: ResourceRequest): Selection {
  const labels = labelSelection(query.get("labelSelector") ?? "");
  const byField = fieldSelection(query.get("fieldSelector") ?? "", resource, version);
  const namespace = resource.namespaced ? info.namespace : "";
  return {
    namespace,
    labels,
    fields: byField,
    matches: (object) =>
      (namespace === "" || object.metadata.namespace === namespace) &&
      (labels === undefined || labels(object.metadata.labels)) &&
      (byField === undefined || byField.matches(object)),
  };
}

/** Undefined if the selector demands nothing. @throws StatusError BadRequest if it cannot be read. */
function labelSelection(text: string): LabelMatcher | undefined {
  return refusing(() => (parseLabelSelector(text).length === 0 ? undefined : labelMatcher(text)));
}
