import { readFileSync } from "node:fs";
import path from "node:path";
import { KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import { Cluster, type KubernetesObject } from "@capstan/contract";
import { parseManifests } from "@capstan/kube";
import { type Clock, Secret } from "@capstan/runtime";
import { type TestEnvironment, upstreamCRDs } from "@capstan/testkit";
import { type ProcessScenario, stepsOfObjects } from "@capstan/testkit/perturbation";
import { goAvailable, goManager, ownManager } from "./managers.ts";

const namespace = "default";
const cluster = { name: "c1", namespace };

function objectsOf(file: string): readonly KubernetesObject[] {
  return parseManifests(file, readFileSync(path.join(import.meta.dirname, file), "utf8")) as KubernetesObject[];
}

/** Data for a first control plane Machine and for a worker that joins; the management cluster is its own workload cluster. */
function kubeadm(name: string, provider: string): ProcessScenario {
  const [init, join] = [stepsOfObjects(objectsOf("kubeadm-init.yaml")), stepsOfObjects(objectsOf("kubeadm-join.yaml"))];
  return {
    name,
    provider,
    crds: goAvailable ? upstreamCRDs("bootstrap") : KubeadmConfig.crds,
    watches: KubeadmConfig.kind.plural,
    varying: [/bootstrap-token-[a-z0-9]{6}/, /sha256:[0-9a-f]{64}/],
    steps: {
      "data of the first control plane Machine": async (env) => {
        await init.create(env);
        await env.until("data for m1", () => hasData(env, "m1"));
      },
      "the control plane is initialized": async ({ client, kubeconfig }) => {
        await client.create(Secret, {
          apiVersion: "v1",
          kind: "Secret",
          metadata: { name: "c1-kubeconfig", namespace, labels: { "cluster.x-k8s.io/cluster-name": "c1" } },
          type: "cluster.x-k8s.io/secret",
          data: { value: Buffer.from(kubeconfig).toString("base64") },
        });
        const time = "2026-01-01T00:00:00Z";
        const condition = { type: "ControlPlaneInitialized", status: "True", reason: "Initialized", message: "" };
        const status = {
          initialization: { infrastructureProvisioned: true, controlPlaneInitialized: true },
          conditions: [{ ...condition, lastTransitionTime: time }],
        };
        await client.patch(Cluster, cluster, { type: "merge", body: { status } }, { subresource: "status" });
      },
      "data of a worker that joins": async (env) => {
        await join.create(env);
        await env.until("data for m2", () => hasData(env, "m2"));
      },
      delete: async (env) => {
        await join.delete(env);
        await init.delete(env);
      },
    },
  };
}

async function hasData({ client }: TestEnvironment<Clock>, name: string): Promise<boolean> {
  const { status } = await client.get(KubeadmConfig.kind, { name, namespace });
  return status?.initialization?.dataSecretCreated === true;
}

/** The unmodified Go kubeadm bootstrap manager, and that of this repository. */
export const goKubeadm = kubeadm("Go kubeadm bootstrap", goManager("kubeadm-bootstrap-manager"));
export const ownKubeadm = kubeadm("kubeadm bootstrap of this repository", ownManager("bootstrap-kubeadm"));
