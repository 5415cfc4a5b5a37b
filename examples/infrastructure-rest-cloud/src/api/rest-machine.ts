import { defineInfraMachine, type ObjectOf, Type } from "@capstan/provider";
import { RestIdentity } from "./rest-identity.ts";

const status = Type.Object({
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
});

/** The largest disk of a small server, in GiB. */
const smallDiskGiB = 100;

/** A server of the cloud. */
export const RestMachine = defineInfraMachine({
  kind: "RestMachine",
  uses: [RestIdentity],
  columns: [
    { name: "Type", path: "spec.serverType" },
    { name: "Server", path: "status.serverID", wide: true },
  ],
  storage: "v1beta1",
  versions: {
    v1alpha1: {
      contract: "v1beta2",
      spec: Type.Object({
        size: Type.String({ default: "small", description: "A size that the cloud knows, such as small or large." }),
      }),
      status,
    },
    v1beta1: {
      contract: "v1beta2",
      spec: Type.Object({
        serverType: Type.String({ default: "small", description: "A type that the cloud knows: small or large." }),
        diskGiB: Type.Optional(Type.Integer({ minimum: 10, description: "Size of the disk. Default: the type's." })),
      }),
      status,
    },
  },
  conversions: {
    v1alpha1: {
      spec: {
        toStorage: ({ size }) => ({ serverType: size }),
        fromStorage: ({ serverType }) => ({ size: serverType }), // the disk is kept in an annotation
      },
    },
  },
  admission: {
    validate: ({ serverType, diskGiB = 0 }) =>
      serverType === "small" && diskGiB > smallDiskGiB
        ? [{ path: "diskGiB", message: `must be at most ${smallDiskGiB} for a small server; choose a large one` }]
        : [],
    immutableTemplates: true,
  },
});

export type RestMachineObject = ObjectOf<typeof RestMachine>;
