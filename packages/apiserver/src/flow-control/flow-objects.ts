import { textAt } from "@capstan/kube";
import { type ApiObject } from "../object/api-object.ts";

const group = "flowcontrol.apiserver.k8s.io";

export const flowSchemas = `flowschemas.${group}`;
export const priorityLevels = `prioritylevelconfigurations.${group}`;

/** An object of the group, before a server has stamped it. */
export type FlowObject = Pick<ApiObject, "apiVersion" | "kind" | "metadata"> & {
  readonly spec: Readonly<Record<string, unknown>>;
  readonly status: { readonly conditions?: readonly Readonly<Record<string, string>>[] };
};

/** The name of the priority level that a FlowSchema refers to. */
export function levelOf(schema: ApiObject): string {
  return textAt(schema, "spec", "priorityLevelConfiguration", "name") ?? "";
}

/** What may not be changed, nor be missing. */
export const mandatory: ReadonlySet<string> = new Set(["catch-all", "exempt"]);

/** The collection that objects of a kind are in. */
export function collectionOf({ kind }: Pick<ApiObject, "kind">): string {
  return kind === "FlowSchema" ? flowSchemas : priorityLevels;
}
