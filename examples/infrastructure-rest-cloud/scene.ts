import { once } from "node:events";
import { spawn } from "node:child_process";
import path from "node:path";
import {
  labels,
  type Logger,
  Machine,
  type ProviderController,
  Secret,
  systemClock,
  uniqueName,
} from "@capstan/provider";
import { FakeClock, TestEnvironment } from "@capstan/testkit";
import { FakeCloud, type FakeCloudOptions } from "./fake-cloud/fake-cloud.ts";
import { RestCluster } from "./src/api/rest-cluster.ts";
import { RestMachine, type RestMachineObject } from "./src/api/rest-machine.ts";
import { CloudAccounts } from "./src/cloud/cloud-accounts.ts";
import { RestClusterReconciler } from "./src/reconcilers/rest-cluster/rest-cluster-reconciler.ts";
import { RestMachineReconciler } from "./src/reconcilers/rest-machine/rest-machine-reconciler.ts";

export const namespace = "default";
export const token = "s3cr3t-t0ken-of-the-cloud";

/** What a scene shares with others, or has in addition to the provider. */
interface SceneParts {
  /** A scene whose cloud and clock this one has, too. Default: new ones. */
  readonly after?: { readonly clock: FakeClock; readonly cloud: FakeCloud };
  /** Reconcilers of other providers. Default: none. */
  readonly others?: readonly ProviderController[];
}

/** A management cluster, the provider, and its cloud, all on one clock that a test moves. */
export async function startScene(options: Partial<FakeCloudOptions> = {}, { after, others = [] }: SceneParts = {}) {
  const clock = after?.clock ?? new FakeClock({ startMs: systemClock.now() });
  const cloud = after?.cloud ?? (await FakeCloud.start({ clock, token, ...options }));
  const logged: string[] = [];
  const accounts = new CloudAccounts();
  const env = await TestEnvironment.start({
    clock,
    reconcilers: [new RestClusterReconciler(accounts), new RestMachineReconciler(accounts), ...others],
    logger: loggerInto(logged),
  });
  // `clock.advance` waits for idleness after each timer; with the timers of thirty machines, once a second must suffice.
  const advanceAtOnce = async (ms: number) => {
    const { settle } = clock;
    clock.settle = () => new Promise((resolve) => setImmediate(resolve));
    await clock.advance(ms);
    clock.settle = settle;
    await env.settled();
  };
  return {
    clock,
    cloud,
    env,
    logged,
    createCluster: (spec: { requestsPerSecond?: number } = {}) => createCluster(env, cloud, spec),
    machines: async () => (await env.client.list(RestMachine.kind)).items,
    /**
     * Moves the clock, a second at a time, until `isTrue`; fails after `limitSeconds` of its time. `exactly`: no time passes while a
     * request is in flight.
     */
    until: async (
      what: string,
      isTrue: () => boolean | Promise<boolean>,
      { limitSeconds = 600, exactly = false } = {},
    ) => {
      for (let second = 0; second < limitSeconds; second += 1) {
        if (await isTrue()) return;
        await (exactly ? clock.advance(1_000) : advanceAtOnce(1_000));
      }
      throw new Error(`Timed out after ${limitSeconds} s: ${what}`);
    },
    [Symbol.asyncDispose]: async () => {
      await env[Symbol.asyncDispose]();
      await cloud[Symbol.asyncDispose]();
    },
  };
}

export type Scene = Awaited<ReturnType<typeof startScene>>;

/** A Cluster in the cloud, and the Secret with its token. */
export async function createCluster(
  env: Pick<TestEnvironment, "client" | "createCluster">,
  cloud: FakeCloud,
  spec: { requestsPerSecond?: number } = {},
) {
  await env.client.create(Secret, {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name: "cloud", namespace, labels: { [labels.clusterName]: "c1" } },
    data: { token: Buffer.from(token).toString("base64") },
  });
  return env.createCluster({
    name: "c1",
    infrastructure: RestCluster,
    infrastructureSpec: { url: cloud.url, credentialsSecretName: "cloud", ...spec },
  });
}

/** Names of the machines that have more than one server, and of servers without a machine. */
export async function accountOf({ cloud, machines }: Pick<Scene, "cloud" | "machines">) {
  const names = new Set((await machines()).map((machine) => uniqueName(machine)));
  const made = Map.groupBy(cloud.store.all, ({ tags }) => tags.machine ?? "");
  return {
    twice: [...made.values()].filter(({ length }) => length > 1).map(([server]) => server?.name),
    leaked: cloud.store.living.filter(({ tags }) => !names.has(tags.machine ?? "")).map(({ id }) => id),
  };
}

export function isProvisioned({ status }: Awaited<ReturnType<Scene["machines"]>>[number]): boolean {
  return status?.initialization?.provisioned === true;
}

/** The provider as a separate process. */
export function startProcess(kubeconfig: string) {
  const main = path.join(import.meta.dirname, "src/main.ts");
  const child = spawn(
    process.execPath,
    [
      "--conditions=source",
      main,
      "--kubeconfig",
      kubeconfig,
      "--install",
      "--health-addr=0",
      "--diagnostics-address=0",
    ],
    {
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text: Buffer) => (output += text.toString()));
  const kill = async () => {
    const ended = child.exitCode === null && child.signalCode === null ? once(child, "exit") : undefined;
    child.kill("SIGKILL");
    await ended;
  };
  return { kill, output: () => output, [Symbol.asyncDispose]: kill };
}

export async function machineNames(env: Pick<TestEnvironment, "client">): Promise<string[]> {
  return (await env.client.list(Machine)).items.map(({ metadata }) => metadata.name);
}

function loggerInto(lines: string[]): Logger {
  const log = (message: string, fields?: Record<string, unknown>) => {
    const error = fields?.error;
    lines.push(`${message} ${JSON.stringify(fields)} ${error instanceof Error ? String(error.stack) : ""}`);
  };
  const logger: Logger = { debug: log, info: log, warn: log, error: log, with: () => logger };
  return logger;
}

/** The bootstrap data of every server. */
export const bootstrapData = "#!/bin/sh\ntrue\n";

/** Creates Machines, one after the other. */
export async function createMachines(
  { env }: Pick<Scene, "env">,
  cluster: Awaited<ReturnType<Scene["createCluster"]>>,
  count: number,
  spec: Partial<RestMachineObject["spec"]> = {},
) {
  const create = () => env.createMachine({ cluster, infrastructure: RestMachine, spec, bootstrapData });
  const machines = [];
  for (let number = 0; number < count; number += 1) machines.push(await create());
  return machines;
}
