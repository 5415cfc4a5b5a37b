import { type ApiObject, withMetadata } from "../../../object/api-object.ts";
import { type KindRules } from "./kind-rules.ts";
import { text } from "./cells.ts";

const immortal = ["default", "kube-public", "kube-system"];

export const namespaceRules: KindRules = {
  whyKept: ({ metadata }) => (immortal.includes(metadata.name) ? "this namespace may not be deleted" : undefined),
  complete: labeled,
  prepareForCreate: (object) =>
    labeled({ ...object, spec: { finalizers: ["kubernetes"] }, status: { phase: "Active" } }),
  // Only /finalize changes the list of finalizers.
  prepareForUpdate: (object, previous) => labeled({ ...object, spec: previous.spec }),
  cells: { Status: text("status", "phase") },
};

function labeled(object: ApiObject): ApiObject {
  const { labels } = object.metadata;
  const name = object.metadata.name as string | undefined;
  if (name === undefined || name === "") return object;
  return withMetadata(object, { labels: { ...labels, "kubernetes.io/metadata.name": name } });
}
