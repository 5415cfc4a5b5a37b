import {
  controllerOf,
  type DeepReadonly,
  Machine,
  type ObjectKey,
  type ObjectMeta,
  type OwnerReference,
} from "@capstan/contract";
import { objectKeyText } from "@capstan/kube";
import { type Cache, type Informer, type Node, type Request, requestFor } from "@capstan/runtime";
import { isToFormer } from "./adoption.ts";
import { type Projected, type Projection, type Reader, type Selection } from "./projection.ts";

const byCluster = "cluster";
const byProviderID = "clusterProviderID";
const byNode = "clusterNode";
const byController = "controllerUid";
const byMissingController = "withoutController";
const byControllerName = "controllerName";

/** The ways to look up Machines, for a controller that sees only some of their fields. */
export interface MachineReader<View> extends Reader<View> {
  /** All Machines of a Cluster. */
  ofCluster(cluster: ObjectKey): readonly View[];
  /** The Machines whose controller has this metadata. */
  controlledBy(metadata: DeepReadonly<ObjectMeta>): readonly View[];
  /** The Machines of a namespace that nothing controls, or that the owner controls as it was before a restore. */
  adoptableBy(owner: OwnerReference, namespace: string | undefined): readonly View[];
}

/** The Machines in the cache, and the ways to look them up. */
export class MachineCache implements MachineReader<DeepReadonly<Machine>> {
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
    this.informer.addIndex(byMissingController, (machine) =>
      controllerOf(machine) === undefined ? [machine.metadata.namespace ?? ""] : [],
    );
    this.informer.addIndex(byControllerName, (machine) => {
      const controller = controllerOf(machine);
      return controller === undefined ? [] : [objectKeyText(inNamespaceOf(machine, controller.name))];
    });
  }

  /** The Machines with the selected fields. */
  seenBy<S extends Selection<Machine>>(reads: Projection<Machine, S>): MachineReader<Projected<Machine, S>> {
    const reader = reads.of(this.informer);
    return {
      get: (key) => reader.get(key),
      list: (options) => reader.list(options),
      ofCluster: (cluster) => reads.seen(this.ofCluster(cluster)),
      controlledBy: (metadata) => reads.seen(this.controlledBy(metadata)),
      adoptableBy: (owner, namespace) => reads.seen(this.adoptableBy(owner, namespace)),
    };
  }

  get(key: ObjectKey): DeepReadonly<Machine> | undefined {
    return this.informer.get(key);
  }

  list(options: { readonly namespace?: string } = {}): readonly DeepReadonly<Machine>[] {
    return this.informer.list(options);
  }

  ofCluster(cluster: ObjectKey): readonly DeepReadonly<Machine>[] {
    return this.informer.byIndex(byCluster, objectKeyText(cluster));
  }

  controlledBy({ uid }: DeepReadonly<ObjectMeta>): readonly DeepReadonly<Machine>[] {
    return uid === undefined ? [] : this.informer.byIndex(byController, uid);
  }

  adoptableBy(owner: OwnerReference, namespace: string | undefined): readonly DeepReadonly<Machine>[] {
    const former = this.informer
      .byIndex(byControllerName, objectKeyText({ name: owner.name, ...(namespace === undefined ? {} : { namespace }) }))
      .filter((machine) => {
        const controller = controllerOf(machine);
        return (
          controller !== undefined && isToFormer(controller, owner) && machine.metadata.deletionTimestamp === undefined
        );
      });
    return [...this.informer.byIndex(byMissingController, namespace ?? ""), ...former];
  }

  /** The Machines affected by a change of a Node: those that refer to it, and those with its providerID. */
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

interface OfCluster {
  readonly metadata: { readonly namespace?: string };
  readonly spec: { readonly clusterName: string };
}

function inNamespaceOf({ metadata: { namespace } }: DeepReadonly<Machine>, name: string): ObjectKey {
  return { name, ...(namespace === undefined ? {} : { namespace }) };
}

/** The Cluster a Machine, a set of Machines or a health check belongs to. */
export function clusterOf({ metadata, spec }: OfCluster): ObjectKey {
  const { namespace } = metadata;
  return { name: spec.clusterName, ...(namespace === undefined ? {} : { namespace }) };
}

function clusterKey(machine: DeepReadonly<Machine>): string {
  return objectKeyText(clusterOf(machine));
}
