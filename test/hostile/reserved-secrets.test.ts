import { servers } from "@capstan/harness/scenes";
import {
  defineInfraMachine,
  getCondition,
  InfraMachineReconciler,
  Machine,
  outcome,
  Secret,
  Type,
} from "@capstan/provider";
import { type Clock, systemClock } from "@capstan/runtime";
import { FakeClock, KubeadmConfig, TestEnvironment } from "@capstan/testkit";
import { describe, expect, test } from "vitest";

const namespace = "default";
const labels = { "cluster.x-k8s.io/cluster-name": "c1" };

const CloudMachine = defineInfraMachine({
  kind: "CloudMachine",
  versions: { v1beta2: { contract: "v1beta2", spec: Type.Object({}) } },
});

/** A cloud that keeps the bootstrap data of its machines. */
class CloudMachineReconciler extends InfraMachineReconciler<typeof CloudMachine> {
  readonly definition = CloudMachine;
  readonly userData = new Map<string, string | undefined>();

  reconcileMachine({ object, bootstrapData }: this["Scope"]) {
    const { name } = object.metadata;
    this.userData.set(name, bootstrapData);
    return outcome.provisioned({ providerID: `cloud:///${name}` });
  }

  deleteMachine() {
    return outcome.deleted();
  }
}

const joinConfiguration = { discovery: { file: { kubeConfigPath: "/etc/joining.yaml" } } };

const contents: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  kubeconfig: { value: "the kubeconfig of the administrator" },
  proxy: { "tls.crt": "the certificate of the front proxy", "tls.key": "the key of the front proxy" },
  sa: { "tls.crt": "the public key of service accounts", "tls.key": "the private key of service accounts" },
};

/** A Cluster with a running control plane, and the Secrets of its tools. */
async function scene(server: "embedded" | "real") {
  const cloud = new CloudMachineReconciler();
  const environment = await TestEnvironment.start<Clock>({
    server,
    clock: server === "real" ? systemClock : new FakeClock(),
    bootstrapKubeadm: true,
    crds: KubeadmConfig.crds,
    reconcilers: [cloud],
  });
  const { client } = environment;
  for (const [purpose, data] of Object.entries(contents)) {
    await client.create(Secret, {
      apiVersion: "v1",
      kind: "Secret",
      metadata: { name: `c1-${purpose}`, namespace, labels },
      type: "cluster.x-k8s.io/secret",
      data: Object.fromEntries(Object.entries(data).map(([key, text]) => [key, Buffer.from(text).toString("base64")])),
    });
  }
  const cluster = await environment.createCluster({ name: "c1" });
  const initialized = { type: "ControlPlaneInitialized", status: "True", reason: "Initialized", message: "" };
  await cluster.patchStatus({ conditions: [{ ...initialized, lastTransitionTime: "2026-11-21T12:00:00Z" }] });
  const worker = (name: string) =>
    environment.createMachine({
      name,
      cluster,
      infrastructure: CloudMachine,
      bootstrap: KubeadmConfig,
      bootstrapSpec: { joinConfiguration },
      machine: { version: "v1.36.0" },
    });
  const secret = (name: string) => client.get(Secret, { name, namespace });
  return { environment, cloud, cluster, worker, secret };
}

const available = "DataSecretAvailable";

/** Starting etcd and kube-apiserver takes long on a busy machine. */
const timeout = 240_000;

describe.each(servers)(
  "on the %s server, bootstrap data is recognized by proof, not by the name of its Secret",
  { timeout },
  (server) => {
    test("a config named like an existing or future Secret of a Cluster gets no data", async () => {
      const { environment, cloud, worker, secret } = await scene(server);
      await using cleanUp = new AsyncDisposableStack();
      cleanUp.use(environment);
      await environment.createCluster({ name: "c2" });
      await environment.settled();
      const purposes = Object.keys(contents);
      const before = await Promise.all(purposes.map((purpose) => secret(`c1-${purpose}`)));
      // The Cluster owns its Secrets, and does not control them.
      expect(before).not.toEqual([]);
      for (const { metadata } of before) {
        expect(metadata.ownerReferences).toMatchObject([{ kind: "Cluster", name: "c1" }]);
      }

      const taken = purposes.map((purpose) => ({ name: `c1-${purpose}`, cluster: "c1" }));
      const attacks = [...taken, { name: "c1-etcd", cluster: "c1" }, { name: "c2-ca", cluster: "c2" }];
      const attackers = await Promise.all(attacks.map(({ name }) => worker(name)));
      // There is no Cluster c3, so nothing is reserved for it.
      const honest = await Promise.all(["w1", "c3-ca"].map((name) => worker(name)));
      await environment.settled();

      expect(honest).not.toEqual([]);
      for (const machine of honest) {
        expect(cloud.userData.get(machine.name)).toContain("kubeadm join");
        expect(getCondition(await machine.bootstrapConfig(), available)).toMatchObject({ status: "True" });
      }
      expect([...cloud.userData.keys()].sort()).toEqual(["c3-ca", "w1"]);
      for (const [index, { name, cluster }] of attacks.entries()) {
        const machine = attackers[index];
        expect((await machine?.get())?.spec.bootstrap.dataSecretName).toBeUndefined();
        expect(getCondition((await machine?.bootstrapConfig()) ?? {}, available)).toMatchObject({
          status: "False",
          reason: "SecretNameReserved",
          message: `Secret ${name} is reserved for Cluster ${cluster}; give the config another name`,
        });
      }
      expect(await Promise.all(purposes.map((purpose) => secret(`c1-${purpose}`)))).toEqual(before);
      const { items } = await environment.client.list(Secret, { namespace });
      const names = items.map(({ metadata }) => metadata.name);
      expect(names.sort()).toEqual([...taken.map(({ name }) => name), "c3-ca", "w1"].sort());
    });

    test("a Machine that names the kubeconfig as its bootstrap data is rejected", async () => {
      const { environment, cloud, cluster } = await scene(server);
      await using cleanUp = new AsyncDisposableStack();
      cleanUp.use(environment);
      const { client } = environment;
      const honest = await environment.createMachine({
        name: "w1",
        cluster,
        infrastructure: CloudMachine,
        bootstrapData: "#cloud-config",
      });
      const { metadata, spec, ...rest } = await honest.get();
      const bootstrap = { dataSecretName: "c1-kubeconfig" };
      const infrastructureRef = { ...spec.infrastructureRef, name: "w2" };
      const { apiVersion, kind } = await honest.infrastructure();
      await client.create(CloudMachine.kind, { apiVersion, kind, metadata: { name: "w2", namespace }, spec: {} });
      await client.create(Machine, {
        ...rest,
        metadata: { name: "w2", namespace, labels: { ...metadata.labels } },
        spec: { clusterName: "c1", bootstrap, infrastructureRef },
      });
      await environment.settled();

      expect(cloud.userData.get("w1")).toBe("#cloud-config");
      expect(cloud.userData.has("w2")).toBe(false);
      expect(getCondition(await client.get(CloudMachine.kind, { name: "w2", namespace }), "Ready")).toMatchObject({
        status: "False",
        message: "Waiting for bootstrap data: Secret c1-kubeconfig is reserved for Cluster c1",
      });
    });
  },
);
