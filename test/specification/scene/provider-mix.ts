import { KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import { Cluster, type KubernetesObject, labels, Machine, MachineSet, type ResourceKind } from "@capstan/contract";
import { MockCluster, MockMachine } from "@capstan/infrastructure-mock";
import { apiVersionOf } from "@capstan/kube";
import { type Client, CustomResourceDefinition, type Manager, Node, Secret } from "@capstan/runtime";
import { ShellConfig } from "../../../examples/bootstrap-shell/src/api/shell-config.ts";
import {
  clusterObjects,
  machineObjects,
  ManagementCluster,
  type Scene,
  type ServerName,
} from "@capstan/harness/scenes";
import { machinePoolCRD } from "@capstan/testkit";
import { LegacyConfig, LegacyConfigReconciler, LegacyMachine, LegacyMachineReconciler } from "./legacy-kinds.ts";
import { PlainMachine, PlainMachineReconciler } from "./plain-machines.ts";
import { WaitingShellConfigReconciler } from "./waiting-shell-configs.ts";

/** Every kind that the scenarios watch. */
const kinds: readonly ResourceKind[] = [
  Cluster,
  Machine,
  MachineSet,
  KubeadmConfig.kind,
  KubeadmConfig.templateKind,
  ShellConfig.kind,
  ShellConfig.templateKind,
  MockCluster.kind,
  MockMachine.kind,
  PlainMachine.kind,
  PlainMachine.templateKind,
  LegacyMachine.kind,
  LegacyConfig.kind,
  Secret,
];

/** The core, two bootstrap providers and two infrastructure providers on one server. */
export class ProviderMix implements AsyncDisposable {
  readonly management: ManagementCluster;
  readonly plain: PlainMachineReconciler;
  readonly shell: WaitingShellConfigReconciler;
  #cluster: Promise<Scene> | undefined;

  readonly legacy: LegacyConfigReconciler;

  private constructor(management: ManagementCluster, providers: Pick<ProviderMix, "plain" | "shell" | "legacy">) {
    this.management = management;
    this.plain = providers.plain;
    this.shell = providers.shell;
    this.legacy = providers.legacy;
  }

  static async start(server: ServerName): Promise<ProviderMix> {
    const providers = {
      plain: new PlainMachineReconciler(),
      shell: new WaitingShellConfigReconciler(),
      legacy: new LegacyConfigReconciler(),
    };
    const further = [...Object.values(providers), new LegacyMachineReconciler()].map((reconciler) => ({
      name: `capstan-${reconciler.definition.kind.plural}`,
      crds: [...reconciler.definition.crds, ...(reconciler === providers.legacy ? [machinePoolCRD] : [])],
      setup: (manager: Manager) => {
        reconciler.setup(manager);
      },
    }));
    return new ProviderMix(await ManagementCluster.start(server, further), providers);
  }

  get client(): Client {
    return this.management.client;
  }

  /** A separate namespace for one test. */
  async scene(): Promise<Scene> {
    return this.management.scene(kinds);
  }

  /** A Cluster c1 whose first control plane Machine is Running; all tests share it, and use distinct object names. */
  async cluster(): Promise<Scene> {
    this.#cluster ??= this.#bringUp();
    return this.#cluster;
  }

  async #bringUp(): Promise<Scene> {
    const scene = await this.scene();
    await scene.create(...clusterObjects("c1"), ...machineObjects("first", { cluster: "c1", controlPlane: true }));
    await scene.running("first");
    return scene;
  }

  async crd(name: string): Promise<CustomResourceDefinition> {
    return this.client.get(CustomResourceDefinition, { name });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.#cluster)?.[Symbol.asyncDispose]();
    await this.management[Symbol.asyncDispose]();
  }
}

/** An object with a spec, without a namespace. */
export function object(kind: ResourceKind, name: string, spec: object): KubernetesObject & { spec: object } {
  return { apiVersion: apiVersionOf(kind), kind: kind.kind, metadata: { name }, spec };
}

export function reference(
  { group, kind }: ResourceKind,
  name: string,
): { apiGroup: string; kind: string; name: string } {
  return { apiGroup: group, kind, name };
}

/** Its config and infrastructure object, of these kinds, have the same name. */
export interface MachineParts {
  readonly bootstrap?: ResourceKind;
  readonly dataSecretName?: string;
  readonly infrastructure?: ResourceKind;
  readonly controlPlane?: boolean;
  readonly annotations?: Record<string, string>;
}

/** A Machine of Cluster c1. Without `bootstrap` and `dataSecretName` a KubeadmConfig, without `infrastructure` a PlainMachine. */
export function machine(name: string, parts: MachineParts = {}): Machine {
  const { bootstrap = KubeadmConfig.kind, dataSecretName, infrastructure = PlainMachine.kind } = parts;
  const { controlPlane = false, annotations } = parts;
  return {
    apiVersion: apiVersionOf(Machine),
    kind: Machine.kind,
    metadata: {
      name,
      labels: { [labels.clusterName]: "c1", ...(controlPlane ? { [labels.controlPlane]: "" } : {}) },
      ...(annotations === undefined ? {} : { annotations }),
    },
    spec: {
      clusterName: "c1",
      version: "v1.36.0",
      bootstrap: dataSecretName === undefined ? { configRef: reference(bootstrap, name) } : { dataSecretName },
      infrastructureRef: reference(infrastructure, name),
    },
  };
}

/** A Node in the form in which its kubelet registers it. */
export function node(name: string, providerID: string, ready: boolean): Node {
  return {
    apiVersion: "v1",
    kind: "Node",
    metadata: { name },
    spec: { providerID },
    status: { nodeInfo: nodeInfo("v1.36.0"), conditions: nodeConditions(ready) },
  };
}

/** Ready or not, without any pressure condition. */
export function nodeConditions(ready: boolean): NonNullable<NonNullable<Node["status"]>["conditions"]> {
  const pressures = ["MemoryPressure", "DiskPressure", "PIDPressure"].map((type) => ({
    type,
    status: "False" as const,
  }));
  return [...pressures, { type: "Ready", status: ready ? ("True" as const) : ("False" as const) }].map((condition) => ({
    ...condition,
    reason: "KubeletSays",
    message: "",
  }));
}

export function nodeInfo(kubeletVersion: string): Record<string, unknown> {
  return {
    kubeletVersion,
    architecture: "amd64",
    bootID: "",
    containerRuntimeVersion: "containerd://2.0.0",
    kernelVersion: "6.1.0",
    kubeProxyVersion: "",
    machineID: "",
    operatingSystem: "linux",
    osImage: "",
    systemUUID: "",
  };
}

/** Registers a Node, with its status. */
export async function register(workload: Client, registered: Node): Promise<void> {
  await workload.create(Node, registered);
  const body = { status: registered.status };
  await workload.patch(Node, { name: registered.metadata.name }, { type: "merge", body }, { subresource: "status" });
}
