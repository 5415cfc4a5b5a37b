import { FakeClock, TestEnvironment } from "@capstan/testkit";
import { GroupCloud } from "./fake-cloud/group-cloud.ts";
import { GroupMachinePool } from "./src/api/group-machine-pool.ts";
import { GroupMachineReconciler } from "./src/reconcilers/group-machine/group-machine-reconciler.ts";
import { GroupMachinePoolReconciler } from "./src/reconcilers/group-machine-pool/group-machine-pool-reconciler.ts";

/** The group of a scene's pool. */
export const group = "default.p1";

/** A pool in a test, and who decides its size. */
export interface ScenePool {
  readonly replicas?: number;
  readonly annotations?: Record<string, string>;
  /** Whether its machines have Machines, too. Default: false. */
  readonly machines?: boolean;
}

/** A MachinePool `p1` whose group was just requested. */
export async function start({ machines = false, ...pool }: ScenePool = {}) {
  const closing = new AsyncDisposableStack();
  const clock = new FakeClock({ startMs: Date.parse("2026-01-01T00:00:00Z") });
  const cloud = closing.use(await GroupCloud.start({ clock }));
  const reconcilers = [new GroupMachinePoolReconciler(), new GroupMachineReconciler()];
  const env = closing.use(await TestEnvironment.start({ clock, reconcilers }));
  const machinePool = await env.createMachinePool({
    infrastructure: GroupMachinePool,
    spec: { cloudURL: cloud.url, machines },
    bootstrapData: "#!/bin/sh\n",
    ...pool,
  });
  await env.settled();
  return { env, cloud, machinePool, [Symbol.asyncDispose]: () => closing.disposeAsync() };
}

/** The reported ids of the machines in the cloud. */
export function idsIn(cloud: GroupCloud): string[] {
  return cloud
    .instances(group)
    .map(({ id }) => `group://${group}/${id}`)
    .toSorted();
}
