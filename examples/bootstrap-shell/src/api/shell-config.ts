import { defineBootstrapConfig, Type } from "@capstan/provider";

/** The script of a machine's first boot. ShellConfigTemplate, the Lists and the CRDs follow from it. */
export const ShellConfig = defineBootstrapConfig({
  kind: "ShellConfig",
  versions: {
    v1alpha1: {
      contract: "v1beta2",
      spec: Type.Object({
        script: Type.String({ minLength: 1, description: "POSIX shell commands that make the machine a Node." }),
      }),
    },
  },
});
