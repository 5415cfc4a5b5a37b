import { KubeadmConfig, KubeadmConfigReconciler } from "@capstan/bootstrap-kubeadm";
import { type CustomResourceDefinition, installedCRDs } from "@capstan/contract";
import { setupCoreControllers } from "@capstan/core-controllers";
import {
  DockerCluster,
  DockerInfrastructure,
  DockerMachine,
  DockerMachinePool,
  dockerReconcilers,
  openEngine,
} from "@capstan/infrastructure-docker";
import {
  MockCloud,
  MockCluster,
  MockClusterReconciler,
  MockMachine,
  MockMachineReconciler,
} from "@capstan/infrastructure-mock";
import { convertersOf } from "@capstan/provider";
import {
  type Client,
  createClient,
  installCRDs,
  type Logger,
  Manager,
  type RequestObserver,
  systemClock,
  WebhookServer,
} from "@capstan/runtime";
import { version } from "../version/version.ts";
import type { NodesOfManagers } from "./nodes-of-managers.ts";

/** Capstan's own managers that the commands run in their process. */
export type ManagerName = "capstan-core" | "capstan-bootstrap-kubeadm" | `capstan-infrastructure-${NodesOfManagers}`;

/** The managers of a whole management cluster, in the order of their start. */
export function managersWith(nodes: NodesOfManagers): readonly ManagerName[] {
  return ["capstan-core", "capstan-bootstrap-kubeadm", `capstan-infrastructure-${nodes}`];
}

/** Options of {@link startManagers}. */
export interface ManagersOptions {
  readonly kubeconfig: string;
  readonly logger: Logger;
  /** Default: all namespaces. */
  readonly namespaces?: readonly string[];
  readonly onRequest?: (manager: ManagerName) => RequestObserver;
  /** The cloud of the mock infrastructure, closed by its owner. Default: a cloud of its own. */
  readonly mockCloud?: MockCloud;
  /** The engine of the Docker infrastructure, closed by its owner. Default: the engine that the docker command finds. */
  readonly docker?: DockerInfrastructure;
}

/** Installs the CRDs of these managers' kinds. @param core - those of the core's kinds. Default: Capstan's. */
export async function installKinds(
  client: Client,
  names: readonly ManagerName[],
  context: { readonly logger: Logger; readonly closing: AsyncDisposableStack },
  core: readonly CustomResourceDefinition[] = installedCRDs,
): Promise<void> {
  const crds: CustomResourceDefinition[] = [...core];
  if (names.includes("capstan-bootstrap-kubeadm")) {
    const converters = convertersOf(KubeadmConfig);
    const webhook = context.closing.use(await WebhookServer.start({ converters, logger: context.logger }));
    crds.push(...webhook.wire(KubeadmConfig.crds));
  }
  if (names.includes("capstan-infrastructure-mock")) crds.push(...MockCluster.crds, ...MockMachine.crds);
  if (names.includes("capstan-infrastructure-docker")) {
    crds.push(...DockerCluster.crds, ...DockerMachine.crds, ...DockerMachinePool.crds);
  }
  await installCRDs(client, crds, { movable: true });
}

/** Starts managers alongside each other; `closing` stops them. */
export async function startManagers(
  names: readonly ManagerName[],
  closing: AsyncDisposableStack,
  { kubeconfig, logger, namespaces, onRequest, mockCloud, docker }: ManagersOptions,
): Promise<void> {
  const managers: Manager[] = [];
  for (const name of names) {
    const observer = onRequest?.(name);
    const client = createClient({
      kubeconfig,
      userAgent: `${name}/${version}`,
      ...(observer === undefined ? {} : { onRequest: observer }),
    });
    closing.defer(() => client.close());
    const manager = new Manager({
      name,
      client,
      logger: logger.with({ manager: name }),
      ...(namespaces === undefined ? {} : { namespaces }),
      // Every step must be visible, also steps in quick succession.
      holdStatus: false,
    });
    await setups[name](manager, { closing, mockCloud, docker });
    closing.defer(() => manager.stop());
    managers.push(manager);
  }
  await Promise.all(managers.map((manager) => manager.start()));
}

interface Setup {
  readonly closing: AsyncDisposableStack;
  readonly mockCloud: MockCloud | undefined;
  readonly docker: DockerInfrastructure | undefined;
}

const setups: Readonly<Record<ManagerName, (manager: Manager, setup: Setup) => void | Promise<void>>> = {
  "capstan-core": (manager) => {
    setupCoreControllers(manager);
  },
  "capstan-bootstrap-kubeadm": (manager) => {
    new KubeadmConfigReconciler().setup(manager);
  },
  "capstan-infrastructure-mock": async (manager, { closing, mockCloud }) => {
    const cloud = mockCloud ?? closing.use(await MockCloud.open({ clock: systemClock }));
    new MockClusterReconciler(cloud).setup(manager);
    new MockMachineReconciler(cloud).setup(manager);
  },
  "capstan-infrastructure-docker": (manager, { closing, docker }) => {
    const infrastructure = docker ?? closing.use(new DockerInfrastructure(openEngine()));
    for (const reconciler of dockerReconcilers(infrastructure)) reconciler.setup(manager);
  },
};
