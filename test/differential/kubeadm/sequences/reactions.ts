import { type ConfigFacts, type Facts } from "./facts.ts";

/** The expected reactions of a provider, as conditions on its facts. */

type Until = (facts: Facts, cluster: string) => boolean;

function config(facts: Facts, cluster: string, machine: string): ConfigFacts | undefined {
  return facts.configs[`${cluster}-${machine}`];
}

/** Each of the Machines has its data. */
export function haveData(...machines: readonly string[]): Until {
  return (facts, cluster) => machines.every((machine) => config(facts, cluster, machine)?.dataSecretCreated === true);
}

/** Each of the Machines has a KubeadmConfig whose conditions explain why there is no data yet. */
export function wait(...machines: readonly string[]): Until {
  return (facts, cluster) =>
    machines.every((machine) => {
      const { conditions, dataSecretCreated } = config(facts, cluster, machine) ?? {};
      return dataSecretCreated === false && conditions?.DataSecretAvailable?.status === "False";
    });
}

/** The KubeadmConfigs of the Machines report whether they are paused. */
export function arePaused(status: "True" | "False", ...machines: readonly string[]): Until {
  return (facts, cluster) =>
    machines.every((machine) => config(facts, cluster, machine)?.conditions.Paused?.status === status);
}

export function isUnlocked(facts: Facts): boolean {
  return facts.lock === undefined;
}

export function all(...conditions: readonly Until[]): Until {
  return (facts, cluster) => conditions.every((condition) => condition(facts, cluster));
}
