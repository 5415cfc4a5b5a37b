import { quantityPattern } from "@capstan/kube";
import { Type } from "typebox";
import { listOf, text } from "./limits.ts";

/** A command-line flag of a component, without its leading dashes. */
export const Arg = Type.Object({
  name: text(256, "Name of the flag, without leading dashes."),
  value: Type.String({ minLength: 0, maxLength: 1024, description: "Value of the flag." }),
});
export type Arg = Type.Static<typeof Arg>;

/**
 * The flags of a component. kubeadm accepts a repeated flag since its v1beta4, but the upstream API does not.
 *
 * @param field - name of the list, for the API server's message.
 */
export function argsOf(field: string, description: string) {
  return Type.Array(Arg, {
    minItems: 1,
    maxItems: 100,
    description,
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["name", "value"],
    "x-kubernetes-validations": [
      { rule: "self.all(x, self.exists_one(y, x.name == y.name))", message: `${field} name must be unique` },
    ],
  });
}

const atomicMap = { "x-kubernetes-map-type": "atomic" };
const KeySelector = Type.Object(
  {
    name: Type.Optional(Type.String({ default: "", description: "Name of the object." })),
    key: Type.String({ description: "Key in the object." }),
    optional: Type.Optional(Type.Boolean({ description: "Whether the object or key may be missing." })),
  },
  atomicMap,
);

/** The source of an environment variable's value, as in the Kubernetes API. */
export const EnvVarSource = Type.Object({
  configMapKeyRef: Type.Optional(KeySelector),
  fieldRef: Type.Optional(
    Type.Object(
      {
        apiVersion: Type.Optional(Type.String({ description: "API version of the path. Defaults to v1." })),
        fieldPath: Type.String({ description: "Path of a field of the Pod." }),
      },
      atomicMap,
    ),
  ),
  fileKeyRef: Type.Optional(
    Type.Object(
      {
        volumeName: Type.String({ description: "Volume with the file." }),
        path: Type.String({ description: "Path of the file, relative to the volume." }),
        key: Type.String({ description: "Key in the file." }),
        optional: Type.Optional(Type.Boolean({ default: false, description: "Whether the file or key may be missing." })),
      },
      atomicMap,
    ),
  ),
  resourceFieldRef: Type.Optional(
    Type.Object(
      {
        containerName: Type.Optional(Type.String({ description: "Name of the container." })),
        divisor: Type.Optional(
          Type.Union([Type.Integer(), Type.String()], { pattern: quantityPattern, description: "Unit of the value." }),
        ),
        resource: Type.String({ description: "The resource, e.g. limits.cpu." }),
      },
      atomicMap,
    ),
  ),
  secretKeyRef: Type.Optional(KeySelector),
});
export type EnvVarSource = Type.Static<typeof EnvVarSource>;

/** An environment variable of a component, as in the Kubernetes API. */
export const EnvVar = Type.Object({
  name: Type.String({ description: "Name of the environment variable." }),
  value: Type.Optional(Type.String({ description: "Value of the environment variable." })),
  valueFrom: Type.Optional(EnvVarSource),
});
export type EnvVar = Type.Static<typeof EnvVar>;

/** A host path mounted into a component. */
export const HostPathMount = Type.Object({
  name: text(512, "Name of the volume inside the Pod template."),
  hostPath: text(512, "Path on the host."),
  mountPath: text(512, "Path inside the Pod."),
  readOnly: Type.Optional(Type.Boolean({ description: "Mounts the volume read-only." })),
  pathType: Type.Optional(Type.String({ description: "Type of the host path." })),
});
export type HostPathMount = Type.Static<typeof HostPathMount>;

export const extraEnvs = listOf(
  EnvVar,
  100,
  "Environment variables of the component. Takes effect with Kubernetes v1.31 or later.",
);

/** The settings that every control-plane component shares. */
export const componentProperties = {
  extraArgs: Type.Optional(argsOf("extraArgs", "Flags to pass to the component; they override those of kubeadm.")),
  extraVolumes: Type.Optional(listOf(HostPathMount, 100, "Host paths to mount into the component.")),
  extraEnvs: Type.Optional(extraEnvs),
};
export const ControlPlaneComponent = Type.Object(componentProperties, {
  minProperties: 1,
  description: "Settings of a control-plane component.",
});
export type ControlPlaneComponent = Type.Static<typeof ControlPlaneComponent>;
