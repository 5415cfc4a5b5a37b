import { defineInfraMachine, type ObjectOf, Type } from "@capstan/provider";

/** A server of the cloud. */
export const RestMachine = defineInfraMachine({
  kind: "RestMachine",
  versions: {
    v1alpha1: {
      contract: "v1beta2",
      spec: Type.Object({
        size: Type.String({ default: "small", description: "A size that the cloud knows, such as small or large." }),
      }),
      status: Type.Object({
        creationAttemptedAt: Type.Optional(
          Type.String({ description: "Stored before the cloud is asked to make the server (RFC 3339)." }),
        ),
        serverID: Type.Optional(Type.String({ description: "The server's name for the cloud." })),
        refusal: Type.Optional(
          Type.Object(
            { generation: Type.Integer(), reason: Type.String(), message: Type.String() },
            { description: "Why the cloud will not make this server, for the generation of the spec that it refused." },
          ),
        ),
      }),
    },
  },
});

export type RestMachineObject = ObjectOf<typeof RestMachine>;
