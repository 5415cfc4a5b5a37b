import { defineInfraMachine, type ObjectOf, Type } from "@capstan/provider";
import { containerFields } from "./container-fields.ts";

const port = { minimum: 1, maximum: 65_535 };

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
        ...containerFields,
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
