import { defineBootstrapConfig, Type } from "@capstan/provider";

/** A bootstrap provider outside the SIG, with its own group. */
export const FooConfig = defineBootstrapConfig({
  kind: "FooConfig",
  group: "foo.example.com",
  versions: { v1alpha1: { contract: "v1beta2", spec: Type.Object({ script: Type.Optional(Type.String()) }) } },
});
