import { textAt } from "@capstan/kube";
import { type ApiObject } from "../object/api-object.ts";
import generated from "./objects.generated.json" with { type: "json" };

const group = "flowcontrol.apiserver.k8s.io";

export const flowSchemas = `flowschemas.${group}`;
export const priorityLevels = `prioritylevelconfigurations.${group}`;

/** An object of the group, without timestamps and identity. */
export type FlowObject = Pick<ApiObject, "apiVersion" | "kind" | "metadata"> & {
  readonly spec: Readonly<Record<string, unknown>>;
  readonly status: { readonly conditions?: readonly Readonly<Record<string, string>>[] };
};

/** The default objects of kube-apiserver (Apache-2.0), without their stamps. */
export const flowObjects = generated as readonly FlowObject[];

/** The name of a FlowSchema's priority level. */
export function levelOf(schema: ApiObject): string {
  return textAt(schema, "spec", "priorityLevelConfiguration", "name") ?? "";
}

/** Objects that must exist and are immutable. */
export const mandatory: ReadonlySet<string> = new Set(["catch-all", "exempt"]);

/** The collection of a kind. */
export function collectionOf({ kind }: Pick<ApiObject, "kind">): string {
  return kind === "FlowSchema" ? flowSchemas : priorityLevels;
}
