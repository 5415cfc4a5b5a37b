import {
  type Cluster,
  conditionTypes,
  type DeepReadonly,
  hasAnnotation,
  annotations as names,
  isConditionFalse,
  type Machine,
} from "@capstan/contract";
import { jsonEqual } from "@capstan/kube";

/** What determines whether a Machine of a control plane must be replaced. */
interface MachineOrigin {
  /** The template of its infrastructure. */
  readonly infrastructureRef: object;
  /** The author's fields in the spec of the control plane. */
  readonly spec: Readonly<Record<string, unknown>>;
}

/** What a control plane is to have. */
export interface DesiredControlPlane {
  readonly replicas: number;
  readonly version: string;
  readonly origin: MachineOrigin;
  /** RFC 3339: Machines that were created before this time are replaced once it has passed. */
  readonly rolloutAfter: string | undefined;
}

/** A Machine of a control plane. */
export interface ControlPlaneMember {
  readonly machine: DeepReadonly<Machine>;
  readonly isDeleting: boolean;
  /** Why it must be replaced, one line each; empty if it is up to date. */
  readonly outdated: readonly string[];
  /** Whether it has, or had, a Node. */
  readonly hasJoined: boolean;
  /** Whether it has a Node that is not known to be unhealthy. */
  readonly isHealthy: boolean;
  /** Whether a user has marked it: delete it first. */
  readonly isMarked: boolean;
  /** Whether a MachineHealthCheck requests that its owner replaces it. */
  readonly isCondemned: boolean;
}

/** On Machines of control planes: what they were created from, as JSON. */
export const originAnnotation = "controlplane.capstan.dev/created-from";

/** What a control plane needs to know about one of its Machines. Pure. */
export function memberOf(
  machine: DeepReadonly<Machine>,
  desired: DesiredControlPlane,
  nowMs: number,
): ControlPlaneMember {
  return {
    machine,
    isDeleting: machine.metadata.deletionTimestamp !== undefined,
    outdated: differences(machine, desired, nowMs),
    hasJoined: machine.status?.nodeRef !== undefined,
    isHealthy:
      machine.status?.nodeRef !== undefined &&
      !isConditionFalse(machine, conditionTypes.nodeHealthy) &&
      !isConditionFalse(machine, conditionTypes.healthCheckSucceeded),
    isMarked: hasAnnotation(machine, names.deleteMachine),
    isCondemned: isConditionFalse(machine, conditionTypes.ownerRemediated),
  };
}

/** The failure domain of the Cluster, fit for control planes, that has the fewest of these Machines; undefined if it has none. Pure. */
export function emptiestDomain(
  cluster: DeepReadonly<Cluster>,
  machines: readonly DeepReadonly<Machine>[],
): string | undefined {
  const domains = (cluster.status?.failureDomains ?? []).filter(({ controlPlane }) => controlPlane === true);
  return fewest(domains.map(({ name }) => name).toSorted(), machines);
}

/** How many of these Machines are in the failure domain of a Machine. Pure. */
export function crowdOf({ spec }: DeepReadonly<Machine>, machines: readonly DeepReadonly<Machine>[]): number {
  return machines.filter((machine) => machine.spec.failureDomain === spec.failureDomain).length;
}

function fewest(domains: readonly string[], machines: readonly DeepReadonly<Machine>[]): string | undefined {
  const count = (domain: string) => machines.filter(({ spec }) => spec.failureDomain === domain).length;
  return domains.reduce<string | undefined>(
    (best, domain) => (best !== undefined && count(best) <= count(domain) ? best : domain),
    undefined,
  );
}

function differences(machine: DeepReadonly<Machine>, desired: DesiredControlPlane, nowMs: number): string[] {
  const { version = "" } = machine.spec;
  const created = Date.parse(machine.metadata.creationTimestamp ?? "");
  const { rolloutAfter } = desired;
  const afterMs = rolloutAfter === undefined ? Number.NaN : Date.parse(rolloutAfter);
  return [
    ...(version === desired.version ? [] : [`Version ${version}, ${desired.version} required`]),
    ...originDifferences(originOf(machine), desired.origin),
    ...(afterMs <= nowMs && created < afterMs ? [`Created before spec.rollout.after ${rolloutAfter ?? ""}`] : []),
  ];
}

function originDifferences(origin: Partial<MachineOrigin>, desired: MachineOrigin): string[] {
  // A Machine that does not say what it was created from was adopted.
  const { infrastructureRef = desired.infrastructureRef, spec = desired.spec } = origin;
  const fields = [...new Set([...Object.keys(spec), ...Object.keys(desired.spec)])].toSorted();
  return [
    ...(jsonEqual(infrastructureRef, desired.infrastructureRef)
      ? []
      : ["spec.machineTemplate.spec.infrastructureRef is not up-to-date"]),
    ...fields
      .filter((name) => !jsonEqual(spec[name], desired.spec[name]))
      .map((name) => `spec.${name} is not up-to-date`),
  ];
}

function originOf({ metadata }: DeepReadonly<Machine>): Partial<MachineOrigin> {
  const text = metadata.annotations?.[originAnnotation];
  if (text === undefined) return {};
  try {
    const origin: unknown = JSON.parse(text);
    return typeof origin === "object" && origin !== null ? origin : {};
  } catch {
    // A user has changed it: the Machine counts as adopted.
    return {};
  }
}
