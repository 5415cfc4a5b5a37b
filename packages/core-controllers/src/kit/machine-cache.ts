import { controllerOf, type DeepReadonly, type KubernetesObject, Machine, type ObjectKey } from "@capstan/contract";
import { isControlledBy, isControlledByFormer } from "@capstan/kube";
import { type Cache, type Informer, type Node, type ObjectIndex, type Request, requestFor } from "@capstan/runtime";
import { type Projected, type Projection, type Reader, type Selection } from "./projection.ts";

/** The Machine lookups, for a controller that sees only some fields. */
export interface MachineReader<View> extends Reader<View> {
  /** All Machines of a Cluster. */
  ofCluster(cluster: ObjectKey): readonly View[];
  /** The Machines that an object controls. */
  controlledBy(owner: MachineOwner): readonly View[];
  /** The Machines in an object's namespace that have no controller, or that the object controlled before a restore. */
  adoptableBy(owner: MachineOwner): readonly View[];
}

/** An object that may control Machines. */
type MachineOwner = DeepReadonly<KubernetesObject>;

/** The cached Machines, and their lookups. */
export class MachineCache implements MachineReader<DeepReadonly<Machine>> {
  readonly informer: Informer<Machine>;
  readonly #byCluster: ObjectIndex<Machine>;
  readonly #byProviderID: ObjectIndex<Machine>;
  readonly #byNode: ObjectIndex<Machine>;
  /** By the name of the controller; Machines without a controller are under the empty string. */
  readonly #byController: ObjectIndex<Machine>;

  constructor(cache: Cache) {
    this.informer = cache.informer(Machine);
    this.#byCluster = this.informer.addIndex("cluster", ({ spec }) => [spec.clusterName]);
    this.#byProviderID = this.informer.addIndex("providerID", ({ spec: { providerID } }) =>
      providerID === undefined ? [] : [providerID],
    );
    this.#byNode = this.informer.addIndex("node", ({ status }) =>
      status?.nodeRef === undefined ? [] : [status.nodeRef.name],
    );
    this.#byController = this.informer.addIndex("controller", (machine) => [controllerOf(machine)?.name ?? ""]);
  }

  /** The Machines with the selected fields. */
  seenBy<S extends Selection<Machine>>(reads: Projection<Machine, S>): MachineReader<Projected<Machine, S>> {
    const reader = reads.of(this.informer);
    return {
      get: (key) => reader.get(key),
      listIn: (namespace) => reader.listIn(namespace),
      ofCluster: (cluster) => reads.seen(this.ofCluster(cluster)),
      controlledBy: (owner) => reads.seen(this.controlledBy(owner)),
      adoptableBy: (owner) => reads.seen(this.adoptableBy(owner)),
    };
  }

  get(key: ObjectKey): DeepReadonly<Machine> | undefined {
    return this.informer.get(key);
  }

  listIn(namespace: string | undefined): readonly DeepReadonly<Machine>[] {
    return this.informer.listIn(namespace);
  }

  ofCluster({ namespace, name }: ObjectKey): readonly DeepReadonly<Machine>[] {
    return this.#byCluster.in(namespace, name);
  }

  controlledBy(owner: MachineOwner): readonly DeepReadonly<Machine>[] {
    const { namespace, name } = owner.metadata;
    return this.#byController.in(namespace, name).filter((machine) => isControlledBy(machine, owner));
  }

  adoptableBy(owner: MachineOwner): readonly DeepReadonly<Machine>[] {
    const { namespace, name } = owner.metadata;
    const former = this.#byController
      .in(namespace, name)
      .filter((machine) => isControlledByFormer(machine, owner) && machine.metadata.deletionTimestamp === undefined);
    return [...this.#byController.in(namespace, ""), ...former];
  }

  /** The Machines affected by a change of a Node: those that refer to it, and those with its providerID. */
  requestsOfNode({ namespace, name }: ObjectKey, node: DeepReadonly<Node>): Request[] {
    const providerID = node.spec?.providerID;
    return [
      ...this.#byNode.in(namespace, node.metadata.name),
      ...(providerID === undefined ? [] : this.#byProviderID.in(namespace, providerID)),
    ]
      .filter(({ spec }) => spec.clusterName === name)
      .map(requestFor);
  }

  /** The Machines of a Cluster, as requests. */
  requestsOfCluster(cluster: ObjectKey): Request[] {
    return this.ofCluster(cluster).map(requestFor);
  }
}

interface OfCluster {
  readonly metadata: { readonly namespace?: string | undefined };
  readonly spec: { readonly clusterName: string };
}

/** The Cluster of a Machine, a set of Machines or a health check. */
export function clusterOf({ metadata, spec }: OfCluster): ObjectKey {
  const { namespace } = metadata;
  return { name: spec.clusterName, namespace };
}
