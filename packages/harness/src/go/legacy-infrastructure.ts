import type { Instance, MockCloud } from "@capstan/infrastructure-mock";
import {
  channelSource,
  defineInfraCluster,
  defineInfraMachine,
  InfraClusterReconciler,
  InfraMachineReconciler,
  outcome,
  type Source,
  Type,
} from "@capstan/provider";
import type { MigratedCluster, MigratedMachine } from "./migrated-infrastructure.ts";
import type { UpgradedCluster, UpgradedMachine } from "./upgraded-infrastructure.ts";

/** A cluster of a provider that still uses contract v1beta1. */
export const LegacyCluster = defineInfraCluster({
  kind: "LegacyCluster",
  versions: { v1beta1: { contract: "v1beta1", spec: Type.Object({}) } },
});

/** A machine of a provider that still uses contract v1beta1. */
export const LegacyMachine = defineInfraMachine({
  kind: "LegacyMachine",
  versions: { v1beta1: { contract: "v1beta1", spec: Type.Object({}) } },
});

/** The kind of the cluster in any release of the provider. */
type AnyCluster = typeof LegacyCluster | typeof UpgradedCluster | typeof MigratedCluster;

/** The kind of the machine in any release of the provider. */
type AnyMachine = typeof LegacyMachine | typeof UpgradedMachine | typeof MigratedMachine;

/** Load balancers of the mock cloud. */
export class LegacyClusterReconciler extends InfraClusterReconciler<AnyCluster> {
  readonly definition: AnyCluster;
  readonly #cloud: MockCloud;

  /** @param definition - of the release. Default: that of the first release. */
  constructor(cloud: MockCloud, definition: AnyCluster = LegacyCluster) {
    super();
    this.#cloud = cloud;
    this.definition = definition;
  }

  async reconcileCluster({ object, cluster }: this["Scope"]) {
    const { namespace, name } = object.metadata;
    const controlPlaneEndpoint = await this.#cloud.ensureLoadBalancer({
      object: { namespace, name },
      cluster: { namespace, name: cluster.metadata.name },
    });
    return outcome.clusterProvisioned({
      controlPlaneEndpoint,
      failureDomains: [{ name: "here", controlPlane: true }],
    });
  }

  override async deleteCluster({ object }: this["DeletionScope"]) {
    await this.#cloud.removeLoadBalancer(object.metadata);
    return outcome.deleted();
  }
}

/** Machines of the mock cloud. */
export class LegacyMachineReconciler extends InfraMachineReconciler<AnyMachine> {
  readonly definition: AnyMachine;
  readonly #cloud: MockCloud;

  /** @param definition - of the release. Default: that of the first release. */
  constructor(cloud: MockCloud, definition: AnyMachine = LegacyMachine) {
    super();
    this.#cloud = cloud;
    this.definition = definition;
  }

  override sources(): readonly Source[] {
    const changes = channelSource();
    this.#cloud.onChange(({ object }) => {
      changes.push(object);
    });
    return [changes];
  }

  async reconcileMachine({ object, machine, cluster, bootstrapData }: this["Scope"]) {
    const { namespace, name } = object.metadata;
    const instance: Instance | undefined = await this.#cloud.ensureInstance({
      object: { namespace, name },
      cluster: { namespace, name: cluster.metadata.name },
      hostname: machine.metadata.name,
      ...(machine.spec.version === undefined ? {} : { kubernetesVersion: machine.spec.version }),
      ...(bootstrapData === undefined ? {} : { userData: bootstrapData }),
    });
    if (instance?.state !== "running") return outcome.pending("InstanceCreating", { retryAfterMs: 200 });
    return outcome.provisioned({
      providerID: instance.providerID,
      addresses: [{ type: "InternalIP", address: instance.internalIP }],
    });
  }

  async deleteMachine({ object }: this["DeletionScope"]) {
    await this.#cloud.removeInstance(object.metadata);
    return outcome.deleted();
  }
}
