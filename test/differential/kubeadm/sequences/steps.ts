import type { KubeadmConfigSpec } from "@capstan/bootstrap-kubeadm";
import { type ClusterState, type MachineRole } from "../stage/stage.ts";
import { haveData } from "./reactions.ts";
import { type Step } from "./sequence.ts";

/** Steps that several sequences share. Machines are named after their Cluster. */

export const version = "v1.36.0";

/** The certificates of the Cluster that no provider creates. */
export type GivenCertificates = readonly ("ca" | "etcd" | "proxy" | "sa")[];

/** A Cluster, with the certificates that a user provided, and the kubeconfig if it is initialized. */
export function cluster(state: ClusterState, given: GivenCertificates = []): Step {
  return {
    what: `there is a Cluster${given.length === 0 ? "" : ` with certificates (${given.join(", ")})`}`,
    act: async (stage, { certificates, kubeconfig }) => {
      await stage.createCluster(state);
      for (const purpose of given) await stage.createSecret(`${stage.cluster}-${purpose}`, certificates[purpose] ?? {});
      if (state.initialized) await stage.createSecret(`${stage.cluster}-kubeconfig`, { value: kubeconfig });
    },
    until: () => true,
  };
}

export const allCertificates: GivenCertificates = ["ca", "etcd", "proxy", "sa"];

/** A Machine with its KubeadmConfig; by default the step waits until it has its data. */
export function machine(
  name: string,
  role: MachineRole,
  spec?: KubeadmConfigSpec,
  until: Step["until"] = haveData(name),
): Step {
  return {
    what: `a Machine that is ${role === "worker" ? "a worker" : "of the control plane"}: ${name}`,
    act: (stage) =>
      stage.createMachine(`${stage.cluster}-${name}`, { role, version, ...(spec === undefined ? {} : { spec }) }),
    until,
  };
}

/** The control plane is initialized; if a Machine is named, its KubeadmConfig is reconciled immediately. */
export function controlPlaneInitialized(until: Step["until"], ...machines: readonly string[]): Step {
  return {
    what: "the control plane is initialized",
    act: async (stage, { kubeconfig }) => {
      await stage.createSecret(`${stage.cluster}-kubeconfig`, { value: kubeconfig });
      await stage.setClusterState({ initialized: true });
      for (const name of machines) await stage.touchConfig(`${stage.cluster}-${name}`);
    },
    ...(until === undefined ? {} : { until }),
  };
}

/** An event, after which the KubeadmConfigs of the Machines are reconciled immediately. */
export function event(
  what: string,
  act: NonNullable<Step["act"]>,
  machines: readonly string[],
  until?: Step["until"],
): Step {
  return {
    what,
    act: async (stage, tools) => {
      await act(stage, tools);
      for (const name of machines) await stage.touchConfig(`${stage.cluster}-${name}`);
    },
    ...(until === undefined ? {} : { until }),
  };
}

/** No event, and no reaction. */
export const timePasses: Step = { what: "time passes" };

/** Only a new reconcile of a Machine's KubeadmConfig. */
export function lookAgain(name: string): Step {
  return { what: `${name} is looked at again`, act: (stage) => stage.touchConfig(`${stage.cluster}-${name}`) };
}
