import { KubeadmConfigReconciler } from "@capstan/bootstrap-kubeadm";
import { setupCoreControllers } from "@capstan/core-controllers";
import { MockCloud, MockClusterReconciler, MockMachineReconciler } from "@capstan/infrastructure-mock";
import type { ProviderController } from "@capstan/provider";
import { type Clock, createClient, type Logger, Manager } from "@capstan/runtime";
import { guardedClient } from "../secret-guard/guarded-client.ts";
import { guardedLogger } from "../secret-guard/guarded-logger.ts";
import type { SecretGuard } from "../secret-guard/secret-guard.ts";
import { recordingClient, type Write } from "../client/recording-client.ts";

/** What managers of a test environment share. */
export interface ManagerSetting {
  readonly kubeconfig: string;
  readonly clock: Clock;
  readonly logger: Logger | undefined;
  /** Is shown all that they write and log. */
  readonly secrets: SecretGuard;
  readonly refuse: (write: Write) => Error | undefined;
  readonly accepted: (write: Write) => void;
}

/** The manager of one provider, or of the core controllers. */
export interface RunningManager {
  readonly manager: Manager;
  /** Ends it as a crash does: nothing that is under way writes any more. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

/** Of each client, for requests: a server in the same process answers no sooner over many, and each costs a TLS handshake. */
export const connections = 4;

/** The name of the manager that runs the core controllers. */
export const coreName = "core";

/** Makes a manager as a process of its own would have it; starts nothing. */
export function createManager(
  name: string,
  reconcilers: readonly ProviderController[],
  setting: ManagerSetting,
): RunningManager {
  const { kubeconfig, clock, logger, secrets, refuse, accepted } = setting;
  const client = createClient({ kubeconfig, userAgent: `capstan-test-${name}/1`, connections });
  let crashed: Error | undefined;
  const recording = recordingClient(client, name, { refuse: (write) => crashed ?? refuse(write), accepted });
  const manager = new Manager({
    name,
    client: guardedClient(recording, secrets, name),
    clock,
    freeze: true,
    logger: guardedLogger(secrets, logger).with({ manager: name }),
  });
  if (name === coreName) setupCoreControllers(manager);
  for (const reconciler of reconcilers) reconciler.setup(manager);
  const stop = async () => {
    await manager.stop();
    await client.close();
  };
  return {
    manager,
    stop,
    crash: () => {
      crashed = new Error(`${name} has crashed`);
      return stop();
    },
  };
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
