import {
  controllerOf,
  type DeepReadonly,
  Machine,
  type MachineDeployment,
  type MachineHealthCheck,
  type MachineSet,
  type ObjectKey,
  type ObjectMeta,
} from "@capstan/contract";
import { objectKeyText } from "@capstan/kube";
import { type Cache, type Informer, type Node, type Request, requestFor } from "@capstan/runtime";

const byCluster = "cluster";
const byProviderID = "clusterProviderID";
const byNode = "clusterNode";
const byController = "controllerUid";
const byOrphanage = "withoutController";

/** The Machines in the cache, and the ways they are looked up. */
export class MachineCache {
  readonly informer: Informer<Machine>;

  constructor(cache: Cache) {
    this.informer = cache.informer(Machine);
    this.informer.addIndex(byCluster, (machine) => [clusterKey(machine)]);
    this.informer.addIndex(byProviderID, (machine) =>
      machine.spec.providerID === undefined ? [] : [`${clusterKey(machine)}/${machine.spec.providerID}`],
    );
    this.informer.addIndex(byNode, (machine) =>
      machine.status?.nodeRef === undefined ? [] : [`${clusterKey(machine)}/${machine.status.nodeRef.name}`],
    );
    this.informer.addIndex(byController, (machine) => {
      const controller = controllerOf(machine);
      return controller === undefined ? [] : [controller.uid];
    });
    this.informer.addIndex(byOrphanage, (machine) =>
      controllerOf(machine) === undefined ? [machine.metadata.namespace ?? ""] : [],
    );
  }

  /** All Machines of a Cluster. */
  ofCluster(cluster: ObjectKey): readonly DeepReadonly<Machine>[] {
    return this.informer.byIndex(byCluster, objectKeyText(cluster));
  }

  /** The Machines whose controller has this metadata. */
  controlledBy({ uid }: DeepReadonly<ObjectMeta>): readonly DeepReadonly<Machine>[] {
    return uid === undefined ? [] : this.informer.byIndex(byController, uid);
  }

  /** The Machines of a namespace that nothing controls. */
  orphansIn(namespace: string | undefined): readonly DeepReadonly<Machine>[] {
    return this.informer.byIndex(byOrphanage, namespace ?? "");
  }

  /** Whom a change of a Node concerns: the Machine that refers to it, and those with its providerID. */
  requestsOfNode(cluster: ObjectKey, node: DeepReadonly<Node>): Request[] {
    const key = objectKeyText(cluster);
    const providerID = node.spec?.providerID;
    return [
      ...this.informer.byIndex(byNode, `${key}/${node.metadata.name}`),
      ...(providerID === undefined ? [] : this.informer.byIndex(byProviderID, `${key}/${providerID}`)),
    ].map(requestFor);
  }

  /** The Machines of a Cluster, as requests. */
  requestsOfCluster(cluster: ObjectKey): Request[] {
    return this.ofCluster(cluster).map(requestFor);
  }
}

/** The Cluster a Machine, a set of Machines or a health check belongs to. */
export function clusterOf({
  metadata,
  spec,
}: DeepReadonly<Machine | MachineSet | MachineDeployment | MachineHealthCheck>): ObjectKey {
  const { namespace } = metadata;
  return { name: spec.clusterName, ...(namespace === undefined ? {} : { namespace }) };
}

function clusterKey(machine: DeepReadonly<Machine>): string {
  return objectKeyText(clusterOf(machine));
}
