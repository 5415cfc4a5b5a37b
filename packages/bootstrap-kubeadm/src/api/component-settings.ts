import { Type } from "typebox";
import { listOf, text } from "./limits.ts";

/** One command-line flag of a component, without its leading dashes. */
export const Arg = Type.Object({
  name: text(256, "Name of the flag, without leading dashes."),
  value: Type.String({ maxLength: 1024, description: "Value of the flag." }),
});
export type Arg = Type.Static<typeof Arg>;

const KeySelector = Type.Object({
  name: Type.Optional(Type.String()),
  key: Type.String(),
  optional: Type.Optional(Type.Boolean()),
});

/** One environment variable of a component, as Kubernetes spells it. */
export const EnvVar = Type.Object({
  name: Type.String({ description: "Name of the environment variable." }),
  value: Type.Optional(Type.String({ description: "Value of the environment variable." })),
  valueFrom: Type.Optional(
    Type.Object({
      configMapKeyRef: Type.Optional(KeySelector),
      fieldRef: Type.Optional(Type.Object({ apiVersion: Type.Optional(Type.String()), fieldPath: Type.String() })),
      resourceFieldRef: Type.Optional(
        Type.Object({
          containerName: Type.Optional(Type.String()),
          divisor: Type.Optional(Type.String()),
          resource: Type.String(),
        }),
      ),
      secretKeyRef: Type.Optional(KeySelector),
    }),
  ),
});
export type EnvVar = Type.Static<typeof EnvVar>;

/** A path of the host mounted into a component. */
export const HostPathMount = Type.Object({
  name: text(512, "Name of the volume inside the Pod template."),
  hostPath: text(512, "Path on the host."),
  mountPath: text(512, "Path inside the Pod."),
  readOnly: Type.Optional(Type.Boolean({ description: "Mounts the volume read-only." })),
  pathType: Type.Optional(Type.String({ description: "Type of the host path." })),
});
export type HostPathMount = Type.Static<typeof HostPathMount>;

/** The settings that every control-plane component shares. */
export const componentProperties = {
  extraArgs: Type.Optional(listOf(Arg, 100, "Flags to pass to the component; they win over those of kubeadm.")),
  extraVolumes: Type.Optional(listOf(HostPathMount, 100, "Host paths to mount into the component.")),
  extraEnvs: Type.Optional(
    listOf(EnvVar, 100, "Environment variables of the component. Takes effect with Kubernetes v1.31 or above."),
  ),
};
export const ControlPlaneComponent = Type.Object(componentProperties);
export type ControlPlaneComponent = Type.Static<typeof ControlPlaneComponent>;
