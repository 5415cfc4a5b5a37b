import { labelMatcher, type LabelMatcher, parseLabelSelector } from "@capstan/kube";
import { type ApiObject } from "../object/api-object.ts";
import { type FieldSelection, fieldSelection, refusing } from "./field-selector.ts";
import { badRequest } from "../status/status-error.ts";
import { type ResourceRequest } from "./request.ts";

/** The selection of a request: the namespace of its path and its selectors. */
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
  if (info.name !== "") return selectionOfOne({ namespace, labels, fields: byField }, info.name);
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

/** A watch with the name of an object in its path. @throws StatusError BadRequest if the field selector names another. */
function selectionOfOne(asked: Omit<Selection, "matches">, name: string): Selection {
  if (asked.fields?.name !== undefined && asked.fields.name !== name) {
    throw badRequest("fieldSelector metadata.name doesn't match requested name");
  }
  const { namespace, labels } = asked;
  const isThat = ({ metadata }: ApiObject): boolean =>
    metadata.name === name && (namespace === "" || metadata.namespace === namespace);
  return {
    namespace,
    labels,
    fields: { name, matches: isThat },
    matches: (object) => isThat(object) && (labels === undefined || labels(object.metadata.labels)),
  };
}

/** Undefined if the selector requires nothing. @throws StatusError BadRequest if it cannot be parsed. */
function labelSelection(text: string): LabelMatcher | undefined {
  return refusing(() => (parseLabelSelector(text).length === 0 ? undefined : labelMatcher(text)));
}
