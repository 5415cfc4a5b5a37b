import type { CustomResourceDefinition as Definition, ResourceKind } from "@capstan/contract";
import { defineKind } from "./define-kind.ts";

/** CustomResourceDefinitions, in apiextensions.k8s.io/v1. */
export type CustomResourceDefinition = Definition;
/** CustomResourceDefinitions, in `apiextensions.k8s.io/v1`. */
export const CustomResourceDefinition: ResourceKind<CustomResourceDefinition> = defineKind({
  group: "apiextensions.k8s.io",
  version: "v1",
  kind: "CustomResourceDefinition",
  plural: "customresourcedefinitions",
  namespaced: false,
});
