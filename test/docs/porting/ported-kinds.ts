import { defineIdentity, defineInfraCluster, defineInfraMachine, Type } from "@capstan/provider";

/** An account, like `FooIdentity` of the Go provider. */
export const FooIdentity = defineIdentity({
  kind: "FooIdentity",
  versions: { v1beta1: { spec: Type.Object({ region: Type.String() }) } },
});

export const FooCluster = defineInfraCluster({
  kind: "FooCluster",
  finalizer: "foocluster.infrastructure.cluster.x-k8s.io",
  versions: { v1beta1: { contract: "v1beta2", spec: Type.Object({ identityName: Type.Optional(Type.String()) }) } },
});

/** A kind of a Go provider as its port defines it. */
export const FooMachine = defineInfraMachine({
  kind: "FooMachine",
  finalizer: "foomachine.infrastructure.cluster.x-k8s.io",
  shortNames: ["foom"],
  columns: [{ name: "Size", path: "spec.size" }],
  uses: [FooIdentity],
  storage: "v1beta1",
  versions: {
    v1alpha1: { contract: "v1beta1", spec: Type.Object({ type: Type.String({ default: "small" }) }) },
    v1beta1: {
      contract: "v1beta2",
      spec: Type.Object({
        size: Type.String({ minLength: 1, pattern: "^[a-z]+$", default: "small" }),
        zone: Type.Optional(Type.String()),
      }),
    },
  },
  conversionData: "whole",
  conversions: {
    v1alpha1: {
      spec: { toStorage: ({ type }) => ({ size: type }), fromStorage: ({ size }) => ({ type: size }) },
    },
  },
  admission: {
    validate: ({ size }) => (size === "huge" ? [{ path: "size", message: "must be one that the cloud sells" }] : []),
    default: (spec) => ({ ...spec, zone: spec.zone ?? "a" }),
  },
  permissions: [{ apiGroups: [""], resources: ["configmaps"], verbs: ["get", "list", "watch"] }],
});
