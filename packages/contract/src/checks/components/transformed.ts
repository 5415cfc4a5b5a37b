import { fieldsAt, isJsonObject, listAt } from "@capstan/kube";
import { labels } from "../../names/labels.ts";
import { type Json } from "../rule/json.ts";
import { clusterScoped } from "./cluster-scoped.ts";

/** A components file as clusterctl transforms it for installation into `namespace` (rule PC-017). */
export function transformed(documents: readonly Json[], namespace: string): Json[] {
  return documents.map((document) => {
    const metadata = fieldsAt(document, "metadata");
    const kind = String(document.kind);
    return {
      ...document,
      metadata: {
        ...metadata,
        ...(kind === "Namespace" ? { name: namespace } : {}),
        ...(clusterScoped.has(kind) ? {} : { namespace }),
        labels: { ...fieldsAt(metadata, "labels"), [labels.clusterctl]: "" },
      },
      ...(kind.endsWith("RoleBinding")
        ? { subjects: listAt(document, "subjects").map((s) => moved(s, namespace)) }
        : {}),
    };
  });
}

function moved(subject: unknown, namespace: string): unknown {
  return isJsonObject(subject) && Object.hasOwn(subject, "namespace") ? { ...subject, namespace } : subject;
}
