import {
  defineInfraMachinePool,
  type InfraMachinePoolOutcome,
  InfraMachinePoolReconciler,
  outcome,
  Type,
} from "@capstan/provider";

const versions = { v1beta2: { contract: "v1beta2", spec: Type.Object({}) } } as const;

export const HelloPool = defineInfraMachinePool({ kind: "HelloPool", versions, managesReplicas: true });

/** Its provider must not write MachinePools. */
export const HumblePool = defineInfraMachinePool({ kind: "HumblePool", versions });

/** A cloud with groups of machines that the test controls. */
export class HelloGroups {
  /** The machines of each group by name; change it to scale externally. */
  readonly groups = new Map<string, string[]>();
  readonly calls: string[] = [];
  readonly data: (string | undefined)[] = [];
  /** Whether the machines need bootstrap data, in each call. */
  readonly needs: boolean[] = [];
  /** The next responses, instead of the real state. */
  answer: (() => InfraMachinePoolOutcome) | undefined;
  /** The number of machines that an autoscaler requests. Default: the existing number. */
  desired: number | undefined;
  isSlowToRemove = false;
  #made = 0;

  scale(name: string, size: number): readonly string[] {
    this.calls.push(`scale ${name} to ${size}`);
    const group = this.groups.get(name) ?? [];
    while (group.length < size) group.unshift(`hello://${name}/${(this.#made += 1)}`);
    group.length = size;
    this.groups.set(name, group);
    return group;
  }
}

export class HelloPoolReconciler extends InfraMachinePoolReconciler<typeof HelloPool> {
  readonly definition = HelloPool;
  readonly cloud: HelloGroups;

  constructor(cloud: HelloGroups) {
    super();
    this.cloud = cloud;
  }

  reconcilePool(scope: this["Scope"]): InfraMachinePoolOutcome {
    const { object, replicas, replicasManagedBy, bootstrapData, needsBootstrapData } = scope;
    const { cloud } = this;
    cloud.needs.push(needsBootstrapData);
    const { name } = object.metadata;
    cloud.data.push(bootstrapData);
    if (cloud.answer !== undefined) return cloud.answer();
    const group = cloud.groups.get(name);
    const providerIDList = group === undefined || replicasManagedBy === undefined ? cloud.scale(name, replicas) : group;
    return outcome.poolProvisioned({
      providerIDList,
      providerID: `hello://${name}`,
      retryAfterMs: 30_000,
      ...(cloud.desired === undefined ? {} : { desiredReplicas: cloud.desired }),
    });
  }

  deletePool({ object }: this["DeletionScope"]) {
    this.cloud.calls.push("remove");
    if (this.cloud.isSlowToRemove) return outcome.pending("GroupDeleting");
    this.cloud.groups.delete(object.metadata.name);
    return outcome.deleted();
  }
}
