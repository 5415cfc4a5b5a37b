import {
  type Cluster,
  conditionTypes,
  type ControlPlaneEndpoint,
  type DeepReadonly,
  doneField,
  isContractViolation,
  type NewCondition,
  readProviderObject,
  reasons,
} from "@capstan/contract";
import { ownReasons } from "../../references/own-reasons.ts";
import { mirror } from "../../conditions/mirror.ts";
import { cannotUse, describeAbsence } from "../../conditions/reference.ts";
import { describeViolation } from "../../conditions/violation.ts";
import { type FoundReference, type ObservedReference } from "../../references/reference.ts";
import { type ProviderFailure } from "../../conditions/provider-failure.ts";

/** The infrastructure's part of the Cluster status. */
export interface ClusterInfrastructureOutcome {
  /** Value of `status.initialization.infrastructureProvisioned`. Once true, it stays true. */
  readonly provisioned: boolean;
  readonly controlPlaneEndpoint?: ControlPlaneEndpoint;
  /** `undefined`: not known now, so the stored value stays. */
  readonly failureDomains?: FailureDomains;
  readonly condition: NewCondition;
  readonly failure?: ProviderFailure;
}

type FailureDomains = NonNullable<NonNullable<Cluster["status"]>["failureDomains"]>;

/**
 * Copies the endpoint and the failure domains from the InfraCluster once it is provisioned. A Cluster without `infrastructureRef` waits for
 * nothing.
 */
export function clusterInfrastructureStep(
  cluster: DeepReadonly<Cluster>,
  infrastructure: ObservedReference | undefined,
): ClusterInfrastructureOutcome {
  const type = conditionTypes.infrastructureReady;
  const reference = cluster.spec.infrastructureRef;
  const wasProvisioned = cluster.status?.initialization?.infrastructureProvisioned === true;
  if (reference === undefined && cluster.spec.topology !== undefined) {
    return { provisioned: wasProvisioned, condition: { type, status: "False", ...awaitTopology(cluster) } };
  }
  if (infrastructure === undefined) {
    return { provisioned: true, condition: { type, status: "True", reason: ownReasons.noInfrastructure } };
  }
  const unusable = cannotUse(type, infrastructure);
  if (unusable !== undefined) return { provisioned: wasProvisioned, condition: unusable };
  if (infrastructure.state === "found") return fromInfraCluster(infrastructure, wasProvisioned);
  const deleting = cluster.metadata.deletionTimestamp !== undefined;
  const lost = deleting ? "has been deleted" : "has been deleted while the Cluster still exists";
  return {
    provisioned: wasProvisioned,
    condition: {
      type,
      status: "False",
      reason: wasProvisioned ? reasons.objectDeleted : reasons.objectDoesNotExist,
      message: describeAbsence(reference, "spec.infrastructureRef", wasProvisioned ? lost : "does not exist"),
    },
  };
}

/** The reason and message of a Cluster with a topology: another controller creates its objects. */
export function awaitTopology({ metadata }: DeepReadonly<Cluster>): Pick<NewCondition, "reason" | "message"> {
  const reason = reasons.objectDoesNotExist;
  return metadata.deletionTimestamp === undefined
    ? { reason, message: "Waiting for cluster topology to be reconciled" }
    : { reason };
}

function fromInfraCluster(infrastructure: FoundReference, wasProvisioned: boolean): ClusterInfrastructureOutcome {
  const type = conditionTypes.infrastructureReady;
  const object = { kind: infrastructure.object.kind, name: infrastructure.object.metadata.name };
  try {
    const read = readProviderObject("InfraCluster", infrastructure.object, infrastructure.contract);
    const deleting = infrastructure.object.metadata.deletionTimestamp !== undefined;
    const provisioned = wasProvisioned || (read.provisioned && !deleting);
    const flag = doneField("InfraCluster", infrastructure.contract).place.path;
    return {
      provisioned,
      ...(provisioned && !deleting && isEndpoint(read.controlPlaneEndpoint)
        ? { controlPlaneEndpoint: read.controlPlaneEndpoint }
        : {}),
      ...(provisioned && !deleting ? { failureDomains: read.failureDomains ?? [] } : {}),
      ...(read.failure === undefined ? {} : { failure: { object, ...read.failure } }),
      condition: mirror(type, read.ready, {
        done: provisioned,
        reasonDone: reasons.ready,
        reasonNotDone: reasons.notReady,
        messageNotDone: `${object.kind} ${object.name}: ${flag} is not true`,
      }),
    };
  } catch (error) {
    if (!isContractViolation(error)) throw error;
    const message = describeViolation(object, error);
    return {
      provisioned: wasProvisioned,
      condition: { type, status: "Unknown", reason: ownReasons.contractViolation, message },
    };
  }
}

/** Whether an endpoint has both a host and a port. */
export function isEndpoint(
  endpoint: { readonly host?: string; readonly port?: number } | undefined,
): endpoint is ControlPlaneEndpoint {
  return (endpoint?.host ?? "") !== "" && (endpoint?.port ?? 0) !== 0;
}
