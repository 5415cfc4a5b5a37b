import process from "node:process";
import { type Machine as MachineObject, Machine } from "@capstan/contract";
import { checkCoreVersion } from "@capstan/provider";
import {
  type Client,
  type Clock,
  createClient,
  isNotFound,
  type KubeconfigLocation,
  systemClock,
} from "@capstan/runtime";
import { reportFailure } from "../terminal/failure.ts";
import { printableValue } from "../terminal/printable.ts";
import { withProgress } from "../terminal/progress.ts";
import { version } from "../version/version.ts";
import { allConditions, conditionFilter } from "./condition-filter.ts";
import { contextNamespace } from "./context-namespace.ts";
import { describeCluster } from "./describe-cluster.ts";
import { describeMachine } from "./describe-machine.ts";
import type { DescribedObject } from "./described-object.ts";
import { observeCluster } from "./observe-cluster.ts";
import { renderTree } from "./render-tree.ts";

/** The object to describe. */
export interface Subject {
  readonly type: "cluster" | "machine";
  readonly name: string;
  readonly namespace: string;
  /** Whether the tree of a Cluster includes the templates of Machines. Default: no. */
  readonly withTemplates?: boolean;
}

/** Options of `capstan describe`. */
export interface DescribeOptions {
  /** Default: that of the kubeconfig's context. */
  readonly namespace?: string | undefined;
  readonly kubeconfig?: string;
  readonly context?: string;
  readonly json: boolean;
  readonly all: boolean;
  readonly conditions: boolean;
  /** A list of kinds and `kind/name`, in the syntax of `clusterctl describe`. */
  readonly showConditions?: string;
  readonly showTemplates?: boolean;
}

/**
 * Reads, describes and prints.
 *
 * @returns the exit status: 0 described, 1 the object does not exist, 2 the API server is unavailable, or its core too old.
 */
export async function runDescribe(
  type: Subject["type"],
  name: string,
  options: DescribeOptions,
  clock: Clock = systemClock,
): Promise<number> {
  const { kubeconfig, context, showConditions, showTemplates: withTemplates = false } = options;
  const location: KubeconfigLocation = {
    ...(kubeconfig === undefined ? {} : { path: kubeconfig }),
    ...(context === undefined ? {} : { context }),
  };
  try {
    const { namespace = contextNamespace(location) } = options;
    const client = createClient({ kubeconfig: location, userAgent: `capstan-describe/${version}` });
    try {
      const described = await withProgress(`Reading from ${client.server}`, () =>
        describe(client, { type, name, namespace, withTemplates }),
      );
      if (described === undefined) {
        reportFailure("describe", `${type} ${name} not found in namespace ${namespace}`);
        return 1;
      }
      // Users who ask for a Machine want to see everything of it.
      const conditions = options.conditions ? allConditions : conditionFilter(showConditions ?? "");
      const render = { all: options.all || type === "machine", conditions, now: clock.now() };
      process.stdout.write(
        `${options.json ? JSON.stringify(described, undefined, 2) : renderTree(printableValue(described), render)}\n`,
      );
      return 0;
    } finally {
      await client.close();
    }
  } catch (error) {
    reportFailure("describe", error);
    return 2;
  }
}

/**
 * The tree of a Cluster or Machine.
 *
 * @returns undefined if the object does not exist.
 * @throws ApiError - a read is forbidden; ConnectionError - no response; CoreVersionError - the core is too old.
 */
export async function describe(
  client: Client,
  subject: Subject,
  signal: AbortSignal = new AbortController().signal,
): Promise<DescribedObject | undefined> {
  const found = await describeFound(client, subject, signal);
  if (found === undefined) await checkCoreVersion(client, { signal });
  return found;
}

async function describeFound(
  client: Client,
  subject: Subject,
  signal: AbortSignal,
): Promise<DescribedObject | undefined> {
  const { type, name, namespace, withTemplates = false } = subject;
  if (type === "cluster") {
    const { cluster, ...observed } = await observeCluster(client, { namespace, name }, signal, { withTemplates });
    return cluster === undefined ? undefined : describeCluster({ ...observed, cluster });
  }
  const machine = await findMachine(client, subject, signal);
  if (machine === undefined) return undefined;
  const observed = await observeCluster(client, { namespace, name: machine.spec.clusterName }, signal);
  return describeMachine(observed.machines.find(({ metadata }) => metadata.name === name) ?? machine, observed);
}

async function findMachine(client: Client, key: Subject, signal: AbortSignal): Promise<MachineObject | undefined> {
  try {
    return await client.get(Machine, key, { signal });
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
