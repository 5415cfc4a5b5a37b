import { defineInfraMachine, type ObjectOf, Type } from "@capstan/provider";

const port = { minimum: 1, maximum: 65_535 };
const absolutePath = { pattern: "^/[^:]*$", maxLength: 4_096 };

/**
 * A machine that is a privileged container, in which systemd, containerd and the kubelet of its image run.
 *
 * @see https://cluster-api.sigs.k8s.io/developer/providers/contracts/infra-machine
 */
export const DockerMachine = defineInfraMachine({
  kind: "DockerMachine",
  versions: {
    v1beta2: {
      contract: "v1beta2",
      spec: Type.Object({
        customImage: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 1_024,
            description: "Image of the container. Defaults to kindest/node with the Machine's version as its tag.",
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
        extraPortMappings: Type.Optional(
          Type.Array(
            Type.Object({
              containerPort: Type.Integer({ ...port, description: "Port of the container." }),
              hostPort: Type.Optional(
                Type.Integer({ ...port, description: "Port of the engine's host. Defaults to a free port." }),
              ),
              hostAddress: Type.Optional(
                Type.String({
                  pattern: "^[0-9A-Fa-f:.]{2,45}$",
                  description: "Address of the host to listen on. Defaults to 127.0.0.1.",
                }),
              ),
              protocol: Type.Optional(Type.Enum(["TCP", "UDP", "SCTP"], { description: "Defaults to TCP." })),
            }),
            { maxItems: 100, description: "Ports of the container that the engine's host publishes." },
          ),
        ),
      }),
    },
  },
});

/** A DockerMachine as the API server stores it. */
export type DockerMachineObject = ObjectOf<typeof DockerMachine>;
