import { patienceMs } from "@capstan/harness/patience";
import { type KubernetesObject, Machine, MachineDeployment } from "@capstan/contract";
import { MockMachine } from "@capstan/infrastructure-mock";
import { describe, expect, test } from "vitest";
import { applyYAML } from "@capstan/testkit";
import { ManagementCluster, type ServerName } from "@capstan/harness/scenes";
import { RecordedWatch } from "./workers/recorded-watch.ts";
import { isComplete, rollOut, workersManifest } from "./workers/workers-manifest.ts";
import { isWorker, workerStates } from "./workers/worker-states.ts";

const namespace = "default";
const replicas = 50;

// On the real server it takes about a minute, so it runs only with the Go core's tests.
const servers: readonly ServerName[] =
  (process.env.KUBEBUILDER_ASSETS ?? "") !== "" && (process.env.CAPSTAN_CLUSTER_API_ASSETS ?? "") !== ""
    ? ["embedded", "real"]
    : ["embedded"];

describe.each(servers)("50 Machines roll to another template, on the %s server", (server) => {
  test("with maxSurge 1 and maxUnavailable 0: at every event at least 50 Ready and Available, at most 51", async () => {
    // given 50 workers that are Available
    await using management = await ManagementCluster.start(server);
    const { client } = management;
    await applyYAML(client, workersManifest({ cluster: "c1", replicas, maxSurge: 1, maxUnavailable: 0 }));
    const { resourceVersion: begin } = await client.list(MachineDeployment, { namespace });
    await using deployments = new RecordedWatch(client, MachineDeployment, { namespace, resourceVersion: begin });
    const completeSince = (generation: number) => () => {
      const deployment = deployments.events.at(-1)?.object;
      return deployment !== undefined && (deployment.metadata.generation ?? 0) > generation && isComplete(deployment);
    };
    await deployments.until("50 workers available", completeSince(0), AbortSignal.timeout(patienceMs));

    // when the template changes, while a watch records every event of a Machine
    const before = await client.list(Machine, { namespace });
    const old = new Set(before.items.map(({ metadata }) => metadata.uid));
    const generation = deployments.events.at(-1)?.object.metadata.generation ?? 0;
    const start = { namespace, resourceVersion: before.resourceVersion };
    await using record = new RecordedWatch(client, Machine, start);
    await rollOut(client, { namespace, template: "md-2" });
    await deployments.until("50 workers rolled", completeSince(generation), AbortSignal.timeout(patienceMs));
    await management.settled();

    // then every Machine was replaced, and the number was within the limits at every event
    const after = await client.list(Machine, { namespace });
    const workers = after.items.filter(isWorker);
    expect(workers).toHaveLength(replicas);
    expect(workers.filter(({ metadata }) => old.has(metadata.uid))).toEqual([]);
    const isGone = () => record.events.filter(({ type }) => type === "DELETED").length === replicas;
    await record.until("50 Machines gone", isGone, AbortSignal.timeout(patienceMs));
    await record.reaches(newest(after.items), AbortSignal.timeout(patienceMs));
    const states = workerStates(before.items, record.events);
    expect(Math.min(...states.map(({ ready }) => ready))).toBe(replicas);
    expect(Math.min(...states.map(({ available }) => available))).toBe(replicas);
    expect(Math.max(...states.map(({ all }) => all))).toBe(replicas + 1);
    const machines = await client.list<KubernetesObject>(MockMachine.kind, { namespace });
    expect(machines.items).toHaveLength(replicas + 1);

    // and a later watch from the start of the update gets the same events; the real server may have forgotten that version
    if (server === "real") return;
    await using replayed = new RecordedWatch(client, Machine, start);
    await replayed.reaches(newest(record.events.map(({ object }) => object)), AbortSignal.timeout(patienceMs));
    expect(workerStates(before.items, replayed.events)).toEqual(states);
  });
});

function newest(objects: readonly KubernetesObject[]): number {
  return Math.max(...objects.map(({ metadata }) => Number(metadata.resourceVersion)));
}
