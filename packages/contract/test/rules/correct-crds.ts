import type { CustomResourceDefinition } from "@capstan/contract";
import { defineBootstrapConfig, defineInfraCluster, defineInfraMachine, Type } from "@capstan/provider";
import { correctOtherCRDs } from "./correct-other-crds.ts";

const spec = Type.Object({ size: Type.Optional(Type.String()) });

/** CRDs of a provider outside the SIG that keep every rule: under contract v1beta2, and under v1beta1. */
export const correctCRDs = {
  v1beta2: crdsFor("v1beta2"),
  v1beta1: crdsFor("v1beta1"),
};

function crdsFor(contract: "v1beta1" | "v1beta2"): readonly CustomResourceDefinition[] {
  const versions = { v1: { contract, spec } };
  return [
    ...defineBootstrapConfig({ kind: "FooConfig", group: "bootstrap.example.com", versions }).crds,
    ...defineInfraMachine({ kind: "FooMachine", group: "infrastructure.example.com", versions }).crds,
    ...defineInfraCluster({ kind: "FooCluster", group: "infrastructure.example.com", versions }).crds,
    ...correctOtherCRDs(contract),
  ];
}
