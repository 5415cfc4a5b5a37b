import { Type } from "@capstan/provider";

/** A path in a mount. */
const absolutePath = { pattern: "^/[^:]*$", maxLength: 4_096 };

/** The fields of a container that DockerMachines and the machines of DockerMachinePools have in common. */
export const containerFields = {
  customImage: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1_024,
      description:
        "Image of the container. Defaults to kindest/node with the version of the Machine or MachinePool as its tag.",
    }),
  ),
  bootstrapWith: Type.Optional(
    Type.Enum(["Provider", "CloudInit"], {
      description:
        "Who carries out the bootstrap data. Provider: this provider reads it and runs its steps, which works in " +
        "every image. CloudInit: the cloud-init of the image, from a seed of its datasource NoCloud. Defaults to " +
        "Provider.",
    }),
  ),
  preLoadImages: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 1_024 }), {
      maxItems: 100,
      description: "Images of the engine to import into the machine before it boots.",
    }),
  ),
  extraMounts: Type.Optional(
    Type.Array(
      Type.Object({
        hostPath: Type.String({ ...absolutePath, description: "Path on the engine's host." }),
        containerPath: Type.String({ ...absolutePath, description: "Path in the container." }),
        readOnly: Type.Optional(Type.Boolean({ description: "Whether the container may only read it." })),
      }),
      { maxItems: 100, description: "Folders and files of the engine's host in the container." },
    ),
  ),
};
