import { defineInfraCluster, defineInfraMachine, Type } from "@capstan/provider";

const versions = {
  v1alpha1: { contract: "v1beta2", spec: Type.Object({ size: Type.Optional(Type.String()) }) },
} as const;

/** A provider outside the SIG, with its own group. */
export const FooMachine = defineInfraMachine({ kind: "FooMachine", group: "foo.example.com", versions });
export const FooCluster = defineInfraCluster({ kind: "FooCluster", group: "foo.example.com", versions });
