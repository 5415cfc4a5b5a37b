import { expect, test } from "vitest";
import { KubeadmScene } from "../scene/kubeadm-scene.ts";

const workers = Array.from({ length: 30 }, (_, index) => `w-${index}`);
const writes = /^(create|update|patch|delete) /;

/** The requests about one worker, selected by its name. */
function requestsPer(requests: readonly string[]): { readonly writes: number; readonly reads: number } {
  const written = requests.filter((request) => writes.test(request)).length;
  return { writes: written / workers.length, reads: (requests.length - written) / workers.length };
}

test("30 workers that are created before their control plane cost three writes each, and no read", async () => {
  await using world = await KubeadmScene.start();
  await world.createMachine("cp-0", { controlPlane: true });
  const mark = world.mark();
  await Promise.all(workers.map((name) => world.createMachine(name)));
  await world.initializeControlPlane();

  const requests = world.requestsSince(mark);
  const data = await Promise.all(workers.map((name) => world.data(name)));
  expect(data.filter((each) => each?.includes("kubeadm join"))).toHaveLength(30);
  expect(requests.filter((request) => request === "create secrets")).toHaveLength(30);
  // Requests that are made once per cluster do not count for a worker: the release of the lock, twice.
  const once = requests.filter((request) => request.includes("configmaps/c1-lock"));
  expect(once.length).toBeLessThanOrEqual(2);
  expect(requestsPer(requests.filter((request) => !once.includes(request)))).toEqual({ writes: 3, reads: 0 });
  expect(await world.tokens()).toHaveLength(30);
});

test("30 workers that join a running cluster cost two writes each, and one read of the workload cluster", async () => {
  await using world = await KubeadmScene.start();
  await world.createMachine("cp-0", { controlPlane: true });
  await world.initializeControlPlane();
  await world.createMachine("first");
  const mark = world.mark();
  const workloadMark = world.workloadMark();
  await Promise.all(workers.map((name) => world.createMachine(name)));
  // as core does once it has processed the data
  await Promise.all(workers.map((name) => world.nameDataSecret(name)));
  await world.settled();

  expect(requestsPer(world.requestsSince(mark))).toEqual({ writes: 2, reads: 0 });
  expect(world.workloadRequestsSince(workloadMark)).toEqual(workers.map(() => "create secrets"));
});
