import { KubeadmConfigReconciler } from "@capstan/bootstrap-kubeadm";
import { type CoreControllersOptions, setupCoreControllers } from "@capstan/core-controllers";
import { MockCloud, MockClusterReconciler, MockMachineReconciler } from "@capstan/infrastructure-mock";
import { allowSecretsFrom, type ProviderController } from "@capstan/provider";
import {
  type Client,
  type Clock,
  createClient,
  type Logger,
  Manager,
  type ManagerOptions,
  type RequestInfo,
} from "@capstan/runtime";
import { guardedClient } from "../secret-guard/guarded-client.ts";
import { guardedLogger } from "../secret-guard/guarded-logger.ts";
import type { SecretGuard } from "../secret-guard/secret-guard.ts";
import { recordingClient, type Write } from "../client/recording-client.ts";
import { clientOf, clockOf, ProcessLife } from "../process/process-life.ts";
import type { ThrownErrors } from "../thrown/thrown-errors.ts";

/** A request of a manager that the API server answered. */
export interface ControllerRequest extends RequestInfo {
  /** The manager: "provider", "core", "bootstrap-kubeadm" or "infrastructure-mock". */
  readonly by: string;
}

/** How the manager of the reconcilers under test is set up, in addition to what every manager of a test environment has. */
export interface ProviderManagerOptions extends Pick<
  ManagerOptions,
  "namespaces" | "watchFilter" | "leaderElection" | "healthAddress"
> {
  /** YAML: the user it runs as. Default: an administrator. */
  readonly kubeconfig?: string;
  /**
   * Whether it runs as a ServiceAccount with the rules that `capstan generate rbac` writes for its reconcilers, and no others. If it is
   * refused anything, disposing the environment fails with what is missing. Default: false.
   */
  readonly generatedRole?: boolean;
  /** Namespaces whose Secrets objects of all namespaces may use, as of the flag `--secret-namespaces`. Default: none. */
  readonly secretNamespaces?: readonly string[];
  /** The client it has, made of the one it would have: requests may fail in it. Default: that one. */
  readonly client?: (client: Client) => Client;
}

/** What managers of a test environment share. */
export interface ManagerSetting {
  readonly kubeconfig: string;
  readonly clock: Clock;
  readonly holdStatus: boolean;
  readonly logger: Logger | undefined;
  /** Is shown all that they write and log. */
  readonly secrets: SecretGuard;
  readonly refuse: (write: Write) => Error | undefined;
  readonly accepted: (write: Write) => void;
  /** The reconcile that runs the calling code. */
  readonly reconcile: () => string | undefined;
  readonly answered: (request: ControllerRequest) => void;
  /** Is shown what their reconcilers throw. */
  readonly thrown: ThrownErrors;
  /** Of the core controllers. */
  readonly core: CoreControllersOptions;
  /** Of the reconcilers under test. */
  readonly provider: ProviderManagerOptions;
  /** The names of those that reconcile only when they are asked to. */
  readonly byStep: ReadonlySet<string>;
  /** How many managers of a name there have been: each calls itself otherwise. */
  readonly generations: Map<string, number>;
}

/** The manager of one provider, or of the core controllers. */
export interface RunningManager {
  readonly manager: Manager;
  /** Of the process that it stands for. */
  readonly life: ProcessLife;
  /** Ends it as a kill does: what is under way goes no further, and cleans up nothing. */
  crash(): void;
  stop(): Promise<void>;
}

/** Of each client: a server in the same process answers two no sooner than one after the other. */
export const maxRequestsInFlight = 1;

/** The name of the manager that runs the core controllers. */
export const coreName = "core";
/** The name of the manager that runs the reconcilers under test. */
export const providerName = "provider";

/** Makes a manager as a process of its own would have it; starts nothing. */
export function createManager(
  name: string,
  reconcilers: readonly Pick<ProviderController, "setup">[],
  setting: ManagerSetting,
): RunningManager {
  const { clock, holdStatus, logger, secrets, refuse, accepted, reconcile, answered, thrown } = setting;
  const provider: ProviderManagerOptions = name === providerName ? setting.provider : {};
  const { kubeconfig = setting.kubeconfig, client: wrapped, secretNamespaces = [], ...options } = provider;
  const life = new ProcessLife();
  const connected = createClient({
    kubeconfig,
    userAgent: `capstan-test-${name}/${generationOf(name, setting)}`,
    maxRequestsInFlight,
    onRequest: (request) => {
      answered({ ...request, by: name });
    },
  });
  const client = clientOf(life, connected);
  const recording = recordingClient(client, name, {
    refuse: (write) => thrown.made(refuse(write)),
    accepted,
    reconcile,
  });
  const guarded = guardedClient(recording, secrets, name);
  const manager = new Manager({
    ...options,
    name,
    client: wrapped?.(guarded) ?? guarded,
    clock: clockOf(life, clock),
    freeze: true,
    holdStatus,
    byStep: setting.byStep.has(name),
    logger: guardedLogger(secrets, logger).with({ manager: name }),
  });
  allowSecretsFrom(manager, secretNamespaces);
  manager.on("reconciled", (ended) => {
    if (!life.isOver) thrown.reconciled(name, ended);
  });
  if (name === coreName) setupCoreControllers(manager, setting.core);
  for (const reconciler of reconcilers) reconciler.setup(manager);
  const stop = async () => {
    await manager.stop();
    await connected.close();
  };
  return {
    manager,
    life,
    stop,
    crash: () => {
      life.end();
      // Its reconciles never end, so that it is not waited for.
      void stop();
    },
  };
}

function generationOf(name: string, { generations }: ManagerSetting): number {
  const generation = (generations.get(name) ?? 0) + 1;
  generations.set(name, generation);
  return generation;
}

/** Which of our own providers run alongside the one under test. */
export interface OwnProviders {
  readonly bootstrapKubeadm?: boolean;
  readonly infrastructureMock?: boolean;
}

/** The reconcilers of our own providers, by the manager they run in, as separate processes would. */
export async function ownProviders(
  { bootstrapKubeadm = false, infrastructureMock = false }: OwnProviders,
  clock: Clock,
  logger: Logger,
  closing: AsyncDisposableStack,
): Promise<ReadonlyMap<string, readonly ProviderController[]>> {
  const groups = new Map<string, readonly ProviderController[]>();
  if (bootstrapKubeadm) groups.set("bootstrap-kubeadm", [new KubeadmConfigReconciler()]);
  if (infrastructureMock) {
    const cloud = await MockCloud.open({ clock, logger });
    closing.defer(() => cloud.close());
    groups.set("infrastructure-mock", [new MockClusterReconciler(cloud), new MockMachineReconciler(cloud)]);
  }
  return groups;
}
