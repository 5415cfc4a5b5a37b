import path from "node:path";
import process from "node:process";
import type { CustomResourceDefinition, KubernetesObject } from "@capstan/contract";
import { defineKind } from "@capstan/runtime";
import { type ProcessScenario, stepsOfObjects } from "@capstan/testkit/perturbation";

/** A kind for which a manager in its own process creates a Secret. */
interface Box extends KubernetesObject {
  readonly status?: { readonly secretName?: string };
}

const Box = defineKind<Box>({
  group: "test.capstan.dev",
  version: "v1",
  kind: "Box",
  plural: "boxes",
  namespaced: true,
});

const anything = { type: "object", "x-kubernetes-preserve-unknown-fields": true } as const;

/** The kind as an installed CRD. */
export const boxCRD = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: `${Box.plural}.${Box.group}` },
  spec: {
    group: Box.group,
    names: { kind: Box.kind, plural: Box.plural, singular: "box", listKind: "BoxList" },
    scope: "Namespaced",
    versions: [
      {
        name: Box.version,
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: { openAPIV3Schema: { type: "object", properties: { status: anything } } },
      },
    ],
  },
} satisfies CustomResourceDefinition;

const manager = `${process.execPath} --conditions=source ${path.join(import.meta.dirname, "run-box-manager.ts")}`;

/** The command line of a manager that fills Boxes: carefully, carelessly, or never. */
export function boxManager(how: "careful" | "careless" | "idle"): string {
  return how === "careful" ? manager : `${manager} --${how}`;
}

/** A Box that a manager fills: carefully, carelessly, or never. */
export function boxScenario(how: "careful" | "careless" | "idle"): ProcessScenario {
  return {
    name: how,
    provider: boxManager(how),
    crds: [boxCRD],
    watches: Box.plural,
    steps: stepsOfObjects([
      { apiVersion: `${Box.group}/${Box.version}`, kind: Box.kind, metadata: { name: "b1", namespace: "default" } },
    ]),
  };
}
