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

/** An answered request of a manager. */
export interface ControllerRequest extends RequestInfo {
  /** The manager: "provider", "core", "bootstrap-kubeadm" or "infrastructure-mock". */
  readonly by: string;
}

/** Options of the manager under test, in addition to those of every manager in a test environment. */
export interface ProviderManagerOptions extends Pick<
  ManagerOptions,
  "namespaces" | "watchFilter" | "leaderElection" | "healthAddress"
> {
  /** The kubeconfig (YAML) of the user that it runs as. Default: an administrator. */
  readonly kubeconfig?: string;
  /**
   * Whether it runs as a ServiceAccount with only the rules that `capstan generate rbac` writes for its reconcilers. If a request is
   * refused, disposing the environment fails and reports the missing permissions. Default: false.
   */
  readonly generatedRole?: boolean;
  /** Namespaces whose Secrets objects of all namespaces may use, as in the flag `--secret-namespaces`. Default: none. */
  readonly secretNamespaces?: readonly string[];
  /** Wraps the manager's client, for example to make requests fail. Default: no wrapper. */
  readonly client?: (client: Client) => Client;
}

/** The context that managers of a test environment share. */
export interface ManagerSetting {
  readonly kubeconfig: string;
  readonly clock: Clock;
  readonly holdStatus: boolean;
  readonly logger: Logger | undefined;
  /** Checks all their writes and logs. */
  readonly secrets: SecretGuard;
  readonly refuse: (write: Write) => Error | undefined;
  readonly accepted: (write: Write) => void;
  /** The reconcile that the calling code belongs to. */
  readonly reconcile: () => string | undefined;
  readonly answered: (request: ControllerRequest) => void;
  /** Receives the errors of their reconcilers. */
  readonly thrown: ThrownErrors;
  /** Options of the core controllers. */
  readonly core: CoreControllersOptions;
  /** Options of the reconcilers under test. */
  readonly provider: ProviderManagerOptions;
  /** The names of managers that reconcile only on request. */
  readonly byStep: ReadonlySet<string>;
  /** The number of managers so far, by name: each gets a different identity. */
  readonly generations: Map<string, number>;
}

/** The manager of one provider, or of the core controllers. */
export interface RunningManager {
  readonly manager: Manager;
  /** The life of the simulated process. */
  readonly life: ProcessLife;
  /** Kills it: work in progress stops without any cleanup. */
  crash(): void;
  stop(): Promise<void>;
}

/** For each client: a server in the same process does not answer two requests faster in parallel than in sequence. */
export const maxRequestsInFlight = 1;

/** The name of the manager with the core controllers. */
export const coreName = "core";
/** The name of the manager with the reconcilers under test. */
export const providerName = "provider";

/** Creates a manager as in a separate process, without starting it. */
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
      // Its reconciles never end, so do not wait for them.
      void stop();
    },
  };
}

function generationOf(name: string, { generations }: ManagerSetting): number {
  const generation = (generations.get(name) ?? 0) + 1;
  generations.set(name, generation);
  return generation;
}

/** The Capstan providers that run alongside the provider under test. */
export interface OwnProviders {
  readonly bootstrapKubeadm?: boolean;
  readonly infrastructureMock?: boolean;
}

/** The reconcilers of the Capstan providers, by the name of their manager, as in separate processes. */
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
