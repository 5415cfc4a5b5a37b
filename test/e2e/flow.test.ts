import { setTimeout as elapsed } from "node:timers/promises";
import { Cluster, isConditionTrue, type KubernetesObject, Machine } from "@capstan/contract";
import { MockMachine } from "@capstan/infrastructure-mock";
import { Event, Node, Secret } from "@capstan/runtime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type AnyObject,
  clusterObjects,
  decoded,
  machineObjects,
  ManagementCluster,
  names,
  type Scene,
  servers,
  sceneKinds,
} from "@capstan/harness/scenes";
import { leaks, secretsIn } from "./secret-search.ts";

const controlPlanes = names("control-plane", 3);

function quickstart(workers: readonly string[]): KubernetesObject[] {
  return [
    ...clusterObjects("c1"),
    ...controlPlanes.flatMap((name) => machineObjects(name, { cluster: "c1", controlPlane: true })),
    ...workers.flatMap((name) => machineObjects(name, { cluster: "c1" })),
  ];
}

describe.each(servers)("from a Cluster with its Machines to Nodes and back, on the %s server", (server) => {
  let management: ManagementCluster;
  beforeAll(async () => {
    management = await ManagementCluster.start(server);
  });
  afterAll(() => management[Symbol.asyncDispose]());

  test("3 control planes and 20 workers: at most 25 requests a Machine plus lists and watches, two conflicts, none once idle", async () => {
    await using scene = await management.scene();
    const workers = names("worker", 20);
    const before = management.requests().length;

    await scene.create(...quickstart(workers));
    await scene.running(...controlPlanes, ...workers);
    // Before settled(), which itself asks the server whether all events were observed.
    const requests = management.requests().slice(before);
    await management.settled();
    const ofMachines = requests.filter(({ verb }) => verb !== "list" && verb !== "watch");
    const statuses = requests.filter(({ resource }) => resource === "machines/status");

    // 18 to 20 with enough time; on a busy machine, a write combines fewer steps of a Machine. A manager pays for one list and one watch
    // per kind, however many Machines there are.
    expect(requests.length - ofMachines.length).toBeLessThanOrEqual(40);
    expect(ofMachines.length / 23, JSON.stringify(byResource(requests))).toBeLessThanOrEqual(25);
    expect(statuses.length / 23).toBeLessThanOrEqual(5);
    expect(requests.filter(({ status }) => status === 409).length).toBeLessThanOrEqual(2);

    // the Cluster reports its sums within two seconds
    await elapsed(2500);

    // when nothing happens, which only elapsed time can show
    const idleFrom = management.requests().length;
    await elapsed(1000);
    expect(management.requests().slice(idleFrom)).toEqual([]);
  });

  describe("3 control planes and 3 workers", () => {
    const workers = names("worker", 3);
    const all = [...controlPlanes, ...workers];

    async function bringUp(): Promise<Scene> {
      const scene = await management.scene();
      await scene.create(...quickstart(workers));
      await scene.running(...all);
      return scene;
    }

    test("every Machine goes through all phases once, in order", async () => {
      await using scene = await management.scene();
      // Provisioned lasts as long as the boot: long enough to be observed.
      const mockMachine = { bootDuration: { minMilliseconds: 800, maxMilliseconds: 800 } };
      await scene.create(
        ...clusterObjects("c1"),
        ...controlPlanes.flatMap((name) => machineObjects(name, { cluster: "c1", controlPlane: true, mockMachine })),
        ...workers.flatMap((name) => machineObjects(name, { cluster: "c1", mockMachine })),
      );
      await scene.running(...all);

      expect(all).toHaveLength(6);
      for (const name of all) expect(scene.phases(name)).toEqual(["Pending", "Provisioning", "Provisioned", "Running"]);
    });

    test("every Machine has the Node whose providerID is its own, and is Ready and Available", async () => {
      await using scene = await bringUp();
      const workload = await scene.workload("c1");

      await scene.until("all Available", () => scene.list(Machine).every((each) => isConditionTrue(each, "Available")));
      const nodes = new Map((await workload.list(Node)).items.map((node) => [node.metadata.name, node]));
      expect(nodes.size).toBe(6);
      expect(scene.list(Machine)).toHaveLength(6);
      for (const machine of scene.list(Machine)) {
        const { providerID } = machine.spec;
        expect(providerID).toMatch(/^mock:\/\//);
        expect(nodes.get(machine.status?.nodeRef?.name ?? "")?.spec?.providerID).toBe(providerID);
        expect(scene.find(MockMachine.kind, machine.metadata.name)?.spec).toMatchObject({ providerID });
        expect(isConditionTrue(machine, "Ready")).toBe(true);
      }
      await scene.until("Cluster Available", () => scene.condition(Cluster, "c1", "Available")?.status === "True");
    });

    test("one Machine initializes the control plane; every other one joins with its own bootstrap token (S102)", async () => {
      await using scene = await bringUp();
      const workload = await scene.workload("c1");

      const data = (name: string) => decoded(scene.secret(name), "value");
      const initializing = all.filter((name) => data(name).includes("kubeadm init"));
      const joining = all.filter((name) => data(name).includes("kubeadm join"));
      expect(initializing).toHaveLength(1);
      expect(controlPlanes).toContain(initializing[0]);
      expect([...initializing, ...joining].sort()).toEqual([...all].sort());

      const tokens = (await workload.list(Secret, { namespace: "kube-system" })).items.filter(
        (secret) =>
          secret.type === "bootstrap.kubernetes.io/token" && decoded(secret, "description").includes("Capstan"),
      );
      const owners = tokens.map((token) => /KubeadmConfig \S+\/(\S+) /.exec(decoded(token, "description"))?.[1]);
      expect(owners.sort()).toEqual([...joining].sort());
    });

    test("worker Nodes lose the uninitialized taint", async () => {
      await using scene = await bringUp();
      const workload = await scene.workload("c1");

      const taints = (await workload.list(Node)).items.flatMap((node) => node.spec?.taints ?? []);
      expect(taints.map(({ key }) => key)).not.toContain("node.cluster.x-k8s.io/uninitialized");
      // and the taint existed before, or this proves nothing
      const worker = decoded(scene.secret("worker-0"), "value");
      expect(worker).toContain("node.cluster.x-k8s.io/uninitialized");
    });

    test("the Secrets of the cluster have Cluster API's type and the cluster's name label", async () => {
      await using scene = await bringUp();

      const secrets = scene.list(Secret).sort((a, b) => a.metadata.name.localeCompare(b.metadata.name));
      expect(secrets.map(({ metadata }) => metadata.name)).toEqual(
        [...all, ...["ca", "etcd", "kubeconfig", "proxy", "sa"].map((purpose) => `c1-${purpose}`)].sort(),
      );
      for (const { type, metadata } of secrets) {
        expect(type).toBe("cluster.x-k8s.io/secret");
        expect(metadata.labels).toMatchObject({ "cluster.x-k8s.io/cluster-name": "c1" });
      }
    });

    test("a deleted Machine is removed after its infrastructure, and its bootstrap config after that", async () => {
      await using scene = await bringUp();
      const workload = await scene.workload("c1");

      await scene.client.delete(Machine, scene.key("worker-1"));
      await scene.until("worker-1 deleted", () => scene.find(Machine, "worker-1") === undefined);
      // The garbage collector deletes the Secret with its owner.
      const gone = () => deletions(scene, "worker-1").filter((kind) => kind !== "Secret");
      await scene.until("all three objects deleted", () => gone().length === 3);

      expect(gone()).toEqual(["MockMachine", "KubeadmConfig", "Machine"]);
      const nodes = (await workload.list(Node)).items;
      expect(nodes.map(({ metadata }) => metadata.name).sort()).toEqual(
        all.filter((name) => name !== "worker-1").sort(),
      );
      expect(scene.list(Machine).map(({ status }) => status?.phase)).toEqual(Array<string>(5).fill("Running"));
    });

    test("deleting a Cluster deletes all its objects, Machines first", async () => {
      await using scene = await bringUp();

      await scene.client.delete(Cluster, scene.key("c1"));
      await scene.until("Cluster deleted", () => scene.find(Cluster, "c1") === undefined);
      // The garbage collector deletes Secrets with their owners.
      await scene.until("all objects deleted", () => sceneKinds.every((kind) => scene.list(kind).length === 0));

      const asked = scene.history.find(
        ({ kind, object }) => kind === "MockCluster" && object.metadata.deletionTimestamp !== undefined,
      );
      const machinesGone = scene.history.filter(({ kind, type }) => kind === "Machine" && type === "deleted");
      expect(machinesGone).toHaveLength(all.length);
      for (const { object } of machinesGone)
        expect(version(object)).toBeLessThan(asked === undefined ? -1 : version(asked.object));
      const order = deletions(scene);
      expect(order.lastIndexOf("Machine")).toBeLessThan(order.indexOf("MockCluster"));
      expect(order.indexOf("MockCluster")).toBeLessThan(order.indexOf("Cluster"));
    });

    test("keys, tokens and bootstrap data never appear in logs, Events or conditions (S100)", async () => {
      await using scene = await management.scene();
      const marker = "hunter2-hunter2-hunter2";
      const files = [{ path: "/etc/password", content: `${marker}\n` }];
      await scene.create(
        ...clusterObjects("c1"),
        ...machineObjects("cp", { cluster: "c1", controlPlane: true, config: { files } }),
        ...machineObjects("w", { cluster: "c1", config: { files } }),
        // failing machines report the reason, which could easily contain a secret
        ...machineObjects("bad", {
          cluster: "c1",
          config: { joinConfiguration: { discovery: { bootstrapToken: { token: "zzzzzz.0123456789abcdef" } } } },
        }),
      );
      await scene.running("cp", "w");
      await scene.reports(MockMachine.kind, "bad", "BootstrapExecSucceeded", "TokenNotFound");
      const workload = await scene.workload("c1");
      const tokens = (await workload.list(Secret, { namespace: "kube-system" })).items;
      await management.settled();

      const secrets = [marker, "0123456789abcdef", ...secretsIn([...scene.list(Secret), ...tokens])];
      const events = (await scene.client.list(Event)).items.map((event) => JSON.stringify(event));
      const statuses = scene.history.flatMap(({ object }) => (object.status === undefined ? [] : [object.status]));
      expect(secrets.length).toBeGreaterThan(100);
      expect(management.logs.length).toBeGreaterThan(0);
      expect(leaks(secrets, management.logs)).toEqual([]);
      expect(leaks(secrets, events)).toEqual([]);
      expect(
        leaks(
          secrets,
          statuses.map((status) => JSON.stringify(status)),
        ),
      ).toEqual([]);
      // and the search finds existing secrets
      expect(leaks(secrets, [decoded(scene.secret("w"), "value")])).not.toEqual([]);
    });
  });
});

/** Kinds of the deleted objects, in the order in which the server removed them. */
function deletions(scene: Scene, name?: string): string[] {
  return scene.history
    .filter((seen) => seen.type === "deleted" && (name === undefined || seen.name === name))
    .sort((a, b) => version(a.object) - version(b.object))
    .map(({ kind }) => kind);
}

// Both servers number the writes to all kinds in one sequence, and a deletion is a write.
function version(object: AnyObject): number {
  return Number(object.metadata.resourceVersion);
}

function byResource(requests: readonly { verb: string; resource: string }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { verb, resource } of requests) counts[`${verb} ${resource}`] = (counts[`${verb} ${resource}`] ?? 0) + 1;
  return counts;
}
