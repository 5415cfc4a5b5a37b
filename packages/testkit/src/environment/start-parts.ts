import { ApiServer } from "@capstan/apiserver";
import type { ProviderController } from "@capstan/provider";
import { type Client, type Clock, createClient, installCRDs, systemClock } from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";
import { guardedClient } from "../secret-guard/guarded-client.ts";
import { guardedLogger } from "../secret-guard/guarded-logger.ts";
import { SecretGuard } from "../secret-guard/secret-guard.ts";
import { coreCRDsFor } from "./core-crds.ts";
import { providerAccount } from "./provider-account.ts";
import {
  maxRequestsInFlight,
  type ControllerRequest,
  coreName,
  type ManagerSetting,
  ownProviders,
  providerName,
} from "./provider-managers.ts";
import type { Write } from "../client/recording-client.ts";
import { RunningReconcile } from "../life/running-reconcile.ts";
import { RunningManagers } from "./running-managers.ts";
import { type RunningServer, startTestServer } from "./test-server.ts";
import { wiredCRDs } from "./wired-crds.ts";
import { ThrownErrors } from "../thrown/thrown-errors.ts";

import type { TestEnvironmentOptions } from "./test-environment-options.ts";
/** The parts of a test environment. */
export interface Parts<C extends Clock> {
  readonly client: Client;
  readonly server: RunningServer;
  readonly clock: C;
  readonly hasCore: boolean;
  readonly guards: boolean;
  readonly setting: ManagerSetting;
  readonly managers: RunningManagers;
  readonly writes: readonly Write[];
  readonly requests: readonly ControllerRequest[];
  readonly idle: () => Promise<void>;
  readonly workloadServer: NonNullable<TestEnvironmentOptions["workloadServer"]>;
  readonly closing: AsyncDisposableStack;
}

/** Starts everything, and defers each stop to `closing`. */
export async function startParts(
  options: TestEnvironmentOptions<Clock>,
  clock: Clock,
  closing: AsyncDisposableStack,
): Promise<Parts<Clock>> {
  const { core = true, crds = [], reconcilers, logger, refuse = () => undefined } = options;
  const { server: choice = "embedded", idle = () => Promise.resolve() } = options;
  const { workloadServer = () => ApiServer.start() } = options;
  const generatedRole = options.manager?.generatedRole === true;
  const secrets = new SecretGuard();
  const groups = new Map<string, readonly ProviderController[]>([
    ...(core !== false ? ([[coreName, []]] as const) : []),
    ...(reconcilers === undefined ? [] : ([[providerName, reconcilers]] as const)),
    ...(await ownProviders(options, clock, guardedLogger(secrets, logger), closing)),
  ]);
  const definitions = [...groups.values()].flat().map(({ definition }) => definition);
  const coreKinds = options.coreCRDs ?? coreCRDsFor(definitions);
  const layers = [coreKinds, [...crds, ...(await wiredCRDs(definitions))]];
  const given = { rbac: generatedRole, layers };
  const server = typeof choice === "string" ? closing.use(await startTestServer(choice, clock, given)) : choice;
  const { kubeconfig } = server;
  const client = guardedClient(createClient({ kubeconfig, userAgent: "capstan-test/1", maxRequestsInFlight }), secrets);
  closing.defer(() => client.close());
  if (choice !== "embedded") await installCRDs(client, layers.flat());

  const kubeconfigOfProvider = generatedRole
    ? {
        kubeconfig: await providerAccount(
          client,
          server,
          (reconcilers ?? []).map(({ definition }) => definition),
          {
            leases: options.manager.leaderElection?.namespace,
          },
        ),
      }
    : {};
  const writes: Write[] = [];
  const requests: ControllerRequest[] = [];
  const running = closing.use(new RunningReconcile());
  const setting: ManagerSetting = {
    kubeconfig,
    clock,
    holdStatus: options.holdStatus ?? false,
    logger,
    secrets,
    refuse,
    accepted: (write) => void writes.push(write),
    reconcile: () => running.name,
    answered: (request) => void requests.push(request),
    thrown: new ThrownErrors(options.expectedErrors),
    core: typeof core === "boolean" ? {} : core,
    provider: { ...options.manager, ...kubeconfigOfProvider },
    byStep: new Set(options.byStep),
    generations: new Map(),
  };
  if (choice !== "embedded" && options.clock === undefined) await catchUp(clock);
  const managers = new RunningManagers(setting);
  closing.defer(() => managers.stopAll());
  await managers.start(groups);
  const guards = options.secretGuard ?? true;
  const hasCore = core !== false;
  return { client, server, clock, hasCore, guards, setting, managers, writes, requests, idle, workloadServer, closing };
}

/** The real server, which took its time to start, stamps objects with the time of the system: none is from the future of the managers. */
async function catchUp(clock: Clock): Promise<void> {
  const behindMs = systemClock.now() - clock.now();
  if (clock instanceof FakeClock && behindMs > 0) await clock.advance(behindMs);
}
