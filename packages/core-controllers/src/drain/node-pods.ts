import { type Cluster, type DeepReadonly, type Machine, MachineDrainRule } from "@capstan/contract";
import { escapeFieldValue, parseObjectKey } from "@capstan/kube";
import { type Client, isNotFound, Namespace } from "@capstan/runtime";
import { type DrainPlan, planDrain } from "./drain-plan.ts";
import { faultOf, needsNamespaces, rulesFor } from "./drain-rules.ts";
import { daemonSetOf } from "./pod-verdict.ts";
import { DaemonSet, Pod } from "./workload-kinds.ts";

/** The Node whose Pods are read, and its Machine. */
export interface NodePods {
  readonly machine: DeepReadonly<Machine>;
  readonly cluster: DeepReadonly<Cluster> | undefined;
  readonly nodeName: string;
  /** The kubelet is unresponsive. */
  readonly nodeUnreachable: boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

interface Clients {
  /** Client of the management cluster. */
  readonly management: Client;
  readonly workload: Client;
}

const podsPerPage = 100;

/** The actions for the Pods of a Node, or why they cannot be determined. */
export type ReadPlan = { readonly plan: DrainPlan } | { readonly fault: string };

/**
 * Reads the Pods of a Node and decides about each. A Node without Pods costs one request.
 *
 * @throws ApiError.
 */
export async function readDrainPlan(clients: Clients, of: NodePods, signal: AbortSignal): Promise<ReadPlan> {
  const { workload } = clients;
  const fieldSelector = `spec.nodeName=${escapeFieldValue(of.nodeName)}`;
  const { items: pods } = await workload.list(Pod, { fieldSelector, limit: podsPerPage, signal });
  const all = pods.length === 0 ? [] : await readRules(clients, of, signal);
  const fault = all.map(faultOf).find((found) => found !== undefined);
  if (fault !== undefined) return { fault };
  const rules = rulesFor(of.machine, of.cluster, all);
  const namespaces = needsNamespaces(rules) ? await readNamespaces(workload, signal) : new Map<string, never>();
  const daemonSets = await existingDaemonSets(workload, pods, signal);
  return { plan: planDrain(pods, { ...of, rules, namespaces, daemonSets }) };
}

async function readRules(
  { management }: Clients,
  { machine }: NodePods,
  signal: AbortSignal,
): Promise<MachineDrainRule[]> {
  const { namespace } = machine.metadata;
  try {
    return (await management.list(MachineDrainRule, { namespace, signal })).items;
  } catch (error) {
    // If the kind is not installed, there are no rules.
    if (isNotFound(error)) return [];
    throw error;
  }
}

async function readNamespaces(workload: Client, signal: AbortSignal): Promise<Map<string, Record<string, string>>> {
  const { items } = await workload.list(Namespace, { metadataOnly: true, signal });
  return new Map(items.map(({ metadata }) => [metadata.name, metadata.labels ?? {}]));
}

async function existingDaemonSets(
  workload: Client,
  pods: readonly DeepReadonly<Pod>[],
  signal: AbortSignal,
): Promise<Set<string>> {
  const found = new Set<string>();
  for (const key of new Set(pods.map(daemonSetOf))) {
    if (key === undefined) continue;
    try {
      await workload.get(DaemonSet, parseObjectKey(key), { signal });
      found.add(key);
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }
  return found;
}
