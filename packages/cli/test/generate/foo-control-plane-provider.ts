import { defineControlPlane, Type } from "@capstan/provider";

/** A control plane provider outside the SIG, with its own group. */
export const FooControlPlane = defineControlPlane({
  kind: "FooControlPlane",
  group: "foo.example.com",
  replicas: true,
  versions: { v1alpha1: { contract: "v1beta2", spec: Type.Object({ size: Type.Optional(Type.String()) }) } },
});
