import { Cluster, type KubernetesObject, Machine, MachinePool, MachineSet } from "@capstan/contract";
import { apiVersionOf, ArgumentError, fieldsAt } from "@capstan/kube";
import type { Secret } from "@capstan/runtime";
import { createDataSecret, machineObject, type MachineObjectOptions } from "../../builders/machine-handle.ts";
import { machinePoolObject } from "../../builders/machine-pool-handle.ts";
import { createProviderObject, networks, referenceTo } from "../../builders/test-objects.ts";
import { freePorts } from "../../real/free-ports.ts";
import { hasMachines } from "./has-machines.ts";
import { IdleConfig, IdleMachine } from "./idle-kinds.ts";
import type { PoolChoices } from "./scene-options.ts";
import { anyVersion, emptyCloudConfig, type Subject } from "./subject.ts";
import type { World } from "./world.ts";

/** Creates the objects around the object under test, as the core and its users do. */
export class SceneObjects {
  readonly #subject: Subject;
  readonly #world: Pick<World, "client" | "namespace">;

  constructor(subject: Subject, world: Pick<World, "client" | "namespace">) {
    this.#subject = subject;
    this.#world = world;
  }

  /** Creates the Cluster, with the infra cluster that a machine also needs; by default, its infrastructure counts as provisioned. */
  async createCluster({ provisioned = true }: { readonly provisioned?: boolean } = {}): Promise<Cluster> {
    const { client, namespace } = this.#world;
    const { infraCluster, infraClusterSpec = {} } = this.#subject;
    const spec = await this.#clusterSpec();
    if (hasMachines(this.#subject.definition)) await this.#createMachineTemplate();
    const created = await client.create(Cluster, {
      apiVersion: apiVersionOf(Cluster),
      kind: Cluster.kind,
      metadata: { name: clusterName, namespace },
      spec: { ...spec, ...this.#references() },
    });
    if (this.#isNot("InfraCluster") && infraCluster !== undefined) {
      const owned = { name: clusterName, namespace, cluster: clusterName, owner: created };
      await createProviderObject(client, infraCluster, { ...owned, spec: infraClusterSpec });
    }
    if (!provisioned || !this.#isNot("InfraCluster")) return created;
    const body = { status: { initialization: { infrastructureProvisioned: true } } };
    const key = { name: clusterName, namespace };
    return client.patch(Cluster, key, { type: "merge", body }, { subresource: "status" });
  }

  /** Reports the failure domains of the Cluster, as the core does. */
  async reportFailureDomains(failureDomains: readonly FailureDomain[]): Promise<void> {
    const { client, namespace } = this.#world;
    const body = { status: { failureDomains } };
    await client.patch(Cluster, { name: clusterName, namespace }, { type: "merge", body }, { subresource: "status" });
  }

  /** Creates the Machine, without the object under test. */
  async createMachine(name = clusterName, { withData = true } = {}): Promise<Machine> {
    const { definition, machine = {}, controlPlane = false, bootstrapData = emptyCloudConfig } = this.#subject;
    const { client, namespace } = this.#world;
    const isInfrastructure = !this.#isNot("InfraMachine");
    const options: MachineObjectOptions = {
      infrastructure: isInfrastructure ? definition : IdleMachine,
      bootstrap: this.#isNot("BootstrapConfig") ? IdleConfig : definition,
      ...(isInfrastructure && withData ? { bootstrapData } : {}),
      machine,
      controlPlane,
    };
    if (options.bootstrapData !== undefined) {
      await createDataSecret(client, name, clusterName, options.bootstrapData, namespace);
    }
    return client.create(Machine, this.#here(machineObject(name, clusterName, options)));
  }

  /** Creates the MachinePool, without the object under test. */
  async createMachinePool(
    name = clusterName,
    { withData = true, replicas, annotations }: PoolChoices = {},
  ): Promise<MachinePool> {
    const { definition, bootstrapData = emptyCloudConfig } = this.#subject;
    const { client, namespace } = this.#world;
    if (this.#isNot("InfraMachinePool")) throw new ArgumentError(`${definition.role} has no MachinePool`);
    if (withData) await createDataSecret(client, name, clusterName, bootstrapData, namespace);
    const pool = machinePoolObject(name, clusterName, {
      infrastructure: definition,
      ...(withData ? { bootstrapData } : {}),
      ...(replicas === undefined ? {} : { replicas }),
      ...(annotations === undefined ? {} : { annotations }),
    });
    return client.create(MachinePool, this.#here(pool));
  }

  /** Sets a Secret with bootstrap data in the Machine, as the core does once the config is done. */
  async takeOver({ metadata }: Secret): Promise<void> {
    const { client, namespace } = this.#world;
    const body = { spec: { bootstrap: { dataSecretName: metadata.name } } };
    await client.patch(Machine, { name: clusterName, namespace }, { type: "merge", body });
  }

  /** Creates a MachineSet without replicas, which owns an object that is being cloned. */
  createMachineSet(): Promise<MachineSet> {
    const { client, namespace } = this.#world;
    const { spec } = machineObject(clusterName, clusterName, { infrastructure: IdleMachine, bootstrap: IdleConfig });
    return client.create(MachineSet, {
      apiVersion: apiVersionOf(MachineSet),
      kind: MachineSet.kind,
      metadata: { name: clusterName, namespace },
      spec: {
        clusterName,
        replicas: 0,
        selector: { matchLabels: { set: clusterName } },
        template: { metadata: { labels: { set: clusterName } }, spec },
      },
    });
  }

  /** `spec` of the object under test; a control plane of Machines has a version, and the infrastructure of the suite. */
  spec(): object {
    const { definition, spec = {} } = this.#subject;
    if (!hasMachines(definition)) return spec;
    const template = fieldsAt(spec, "machineTemplate");
    const infrastructureRef = referenceTo({ kind: IdleMachine.templateKind }, templateName);
    return {
      version: anyVersion,
      ...spec,
      machineTemplate: { ...template, spec: { ...fieldsAt(template, "spec"), infrastructureRef } },
    };
  }

  /** A control plane of Machines has the endpoint at which the suite starts an API server for its first Machine. */
  async #clusterSpec(): Promise<Cluster["spec"]> {
    const { cluster = networks, definition } = this.#subject;
    if (!hasMachines(definition)) return cluster;
    const [port = 0] = await freePorts(1);
    return { ...cluster, controlPlaneEndpoint: { host: "127.0.0.1", port } };
  }

  async #createMachineTemplate(): Promise<void> {
    const { client, namespace } = this.#world;
    const kind = IdleMachine.templateKind;
    await client.create<KubernetesObject & { spec: object }>(kind, {
      apiVersion: apiVersionOf(kind),
      kind: kind.kind,
      metadata: { name: templateName, namespace },
      spec: { template: { spec: {} } },
    });
  }

  #references(): Partial<Cluster["spec"]> {
    const { definition, infraCluster } = this.#subject;
    const infrastructure = this.#isNot("InfraCluster") ? infraCluster : definition;
    return {
      ...(infrastructure === undefined ? {} : { infrastructureRef: referenceTo(infrastructure, clusterName) }),
      ...(this.#isNot("ControlPlane") ? {} : { controlPlaneRef: referenceTo(definition, clusterName) }),
    };
  }

  #isNot(role: Subject["definition"]["role"]): boolean {
    return this.#subject.definition.role !== role;
  }

  #here<T extends KubernetesObject>(object: T): T {
    return { ...object, metadata: { ...object.metadata, namespace: this.#world.namespace } };
  }
}

type FailureDomain = NonNullable<NonNullable<Cluster["status"]>["failureDomains"]>[number];

/** The name of all objects in a scene. */
const clusterName = "c1";

/** The name of the suite's template of infra machines. */
const templateName = "machines";
