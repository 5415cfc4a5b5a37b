import { isDeepStrictEqual } from "node:util";
import { defineInfraMachine, type ObjectOf, Type } from "@capstan/provider";
import { RestIdentity } from "./rest-identity.ts";

const status = Type.Object({
  creationAttemptedAt: Type.Optional(
    Type.String({ description: "Time of the request to create the server, stored before it is sent (RFC 3339)." }),
  ),
  serverID: Type.Optional(Type.String({ description: "Name of the server in the cloud." })),
  refusal: Type.Optional(
    Type.Object(
      { generation: Type.Integer(), reason: Type.String(), message: Type.String() },
      { description: "Why the cloud refused to create this server, and for which generation of the spec." },
    ),
  ),
});

const pool = Type.Object(
  { apiGroup: Type.String(), kind: Type.String(), name: Type.String() },
  { description: "Pool of an IPAM provider that the address of the server comes from. Default: the cloud chooses one." },
);

/** The largest disk of a small server, in GiB. */
const smallDiskGiB = 100;

/** A server of the cloud. */
export const RestMachine = defineInfraMachine({
  kind: "RestMachine",
  uses: [RestIdentity],
  claimsAddresses: true,
  templateCapacity: true, // so that the cluster autoscaler can scale from zero
  columns: [
    { name: "Type", path: "spec.serverType" },
    { name: "Server", path: "status.serverID", wide: true },
  ],
  storage: "v1beta1",
  versions: {
    v1alpha1: {
      contract: "v1beta2",
      spec: Type.Object({
        size: Type.String({ default: "small", description: "Size that the cloud offers, such as small or large." }),
      }),
      status,
    },
    v1beta1: {
      contract: "v1beta2",
      spec: Type.Object({
        serverType: Type.String({ default: "small", description: "Type that the cloud offers: small or large." }),
        diskGiB: Type.Optional(Type.Integer({ minimum: 10, description: "Size of the disk. Defaults to that of the type." })),
        addressFromPool: Type.Optional(pool),
      }),
      status,
    },
  },
  conversions: {
    v1alpha1: {
      spec: {
        toStorage: ({ size }) => ({ serverType: size }),
        fromStorage: ({ serverType }) => ({ size: serverType }), // disk and pool are kept in an annotation
      },
    },
  },
  admission: {
    validate: ({ serverType, diskGiB = 0, addressFromPool }, { previous, isTemplate }) => {
      const isTooLarge = serverType === "small" && diskGiB > smallDiskGiB;
      const isServer = previous !== undefined && !isTemplate;
      const hasMoved = isServer && !isDeepStrictEqual(previous.addressFromPool, addressFromPool);
      const disk = `must be at most ${smallDiskGiB} for a small server; choose the type large`;
      return [
        ...(isTooLarge ? [{ path: "diskGiB", message: disk }] : []),
        ...(hasMoved ? [{ path: "addressFromPool", message: "must be immutable, because a server keeps its address" }] : []),
      ];
    },
    immutableTemplates: true,
  },
});

export type RestMachineObject = ObjectOf<typeof RestMachine>;
