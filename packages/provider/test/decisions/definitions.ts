import {
  defineBootstrapConfig,
  defineControlPlane,
  defineInfraCluster,
  defineInfraMachine,
  defineInfraMachinePool,
  type ProviderDefinition,
  Type,
} from "@capstan/provider";
import type { CachedObject } from "../../src/object/stored-object.ts";

const status = Type.Object({
  serverName: Type.Optional(Type.String()),
  network: Type.Optional(Type.Object({ mtu: Type.Optional(Type.Integer()) })),
  observedGeneration: Type.Optional(Type.Integer()),
});
const spec = Type.Object({});
const versions = { v1: { contract: "v1beta2", spec, status } } as const;
const oldVersions = { v1: { contract: "v1beta1", spec, status } } as const;

/** One kind for each role, of contract v1beta2. */
export const BoxMachine = defineInfraMachine({ kind: "BoxMachine", versions });
export const BoxCluster = defineInfraCluster({ kind: "BoxCluster", versions });
export const BoxPool = defineInfraMachinePool({ kind: "BoxPool", versions });
export const BoxConfig = defineBootstrapConfig({ kind: "BoxConfig", versions });
export const BoxControlPlane = defineControlPlane({ kind: "BoxControlPlane", versions });
export const ScaledControlPlane = defineControlPlane({ kind: "ScaledControlPlane", versions, replicas: true });

/** For cores that read only contract v1beta1, and for both contracts. */
export const OldMachine = defineInfraMachine({ kind: "OldMachine", versions: oldVersions });
export const BothMachine = defineInfraMachine({
  kind: "BothMachine",
  versions: { v1: { contract: ["v1beta1", "v1beta2"], spec, status } },
});

/** The creation time of all objects in this file. */
export const createdAt = "2026-01-01T00:00:00Z";

/** An object as in the cache. */
export function stored(
  { kind: { group, version, kind } }: ProviderDefinition,
  { metadata, ...parts }: { readonly metadata?: object; readonly spec?: object; readonly status?: object } = {},
): CachedObject {
  const own = { name: "m1", namespace: "default", uid: "uid-m1", generation: 3, creationTimestamp: createdAt };
  return { apiVersion: `${group}/${version}`, kind, spec: {}, ...parts, metadata: { ...own, ...metadata } };
}
