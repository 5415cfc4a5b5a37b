import {
  conditionTypes,
  type DeepReadonly,
  doneField,
  fieldOf,
  isContractViolation,
  type Machine,
  type MachineAddress,
  type NewCondition,
  readProviderObject,
  reasons,
  schemaValidator,
} from "@capstan/contract";
import { ownReasons } from "../../references/own-reasons.ts";
import { mirror } from "../../conditions/mirror.ts";
import { cannotUse, describeAbsence } from "../../conditions/reference.ts";
import { describeViolation } from "../../conditions/violation.ts";
import { type FoundReference, type ObservedReference } from "../../references/reference.ts";
import { type ProviderFailure } from "../../conditions/provider-failure.ts";

/** The infrastructure's part of the Machine's spec and status. */
export interface InfrastructureOutcome {
  /** Value of `status.initialization.infrastructureProvisioned`. Once true, it stays true. */
  readonly provisioned: boolean;
  /** The object's own flag; its last value if the object cannot be read. */
  readonly reported: boolean;
  /** Present once provisioned. */
  readonly providerID?: string;
  /** The providerID of an object that is not provisioned yet, or is being deleted. */
  readonly earlyProviderID?: string;
  readonly addresses?: readonly MachineAddress[];
  /** For `status.failureDomain`: the actual failure domain of the machine. */
  readonly failureDomain?: string;
  /** For `spec.failureDomain`: from the v1beta1 field, which the core reads in either contract version. */
  readonly specFailureDomain?: string;
  /** Whether the infrastructure may take the machine away at any time. */
  readonly interruptible: boolean;
  /** The object disappeared after it was provisioned. */
  readonly lost: boolean;
  readonly condition: NewCondition;
  readonly failure?: ProviderFailure;
}

/** Copies providerID, addresses and failure domain from the InfraMachine once it is provisioned. */
export function infrastructureStep(
  machine: DeepReadonly<Machine>,
  infrastructure: ObservedReference,
): InfrastructureOutcome {
  const type = conditionTypes.infrastructureReady;
  const wasProvisioned = machine.status?.initialization?.infrastructureProvisioned === true;
  const before = { provisioned: wasProvisioned, reported: wasProvisioned, interruptible: false, lost: false };
  const unusable = cannotUse(type, infrastructure);
  if (unusable !== undefined) return { ...before, condition: unusable };
  if (infrastructure.state !== "found") {
    return {
      ...before,
      reported: false,
      lost: infrastructure.state === "missing" && wasProvisioned,
      condition: absence(machine, wasProvisioned),
    };
  }
  return fromInfraMachine(infrastructure, wasProvisioned);
}

function fromInfraMachine(infrastructure: FoundReference, wasProvisioned: boolean): InfrastructureOutcome {
  const type = conditionTypes.infrastructureReady;
  const object = { kind: infrastructure.object.kind, name: infrastructure.object.metadata.name };
  try {
    const read = readProviderObject("InfraMachine", infrastructure.object, infrastructure.contract);
    const deleting = infrastructure.object.metadata.deletionTimestamp !== undefined;
    const providerID = read.providerID ?? "";
    const provisioned = wasProvisioned || (read.provisioned && providerID !== "" && !deleting);
    const takeOver = provisioned && !deleting && providerID !== "";
    return {
      provisioned,
      reported: read.provisioned,
      ...(providerID === "" ? {} : takeOver ? { providerID } : { earlyProviderID: providerID }),
      ...(takeOver && read.addresses !== undefined ? { addresses: read.addresses } : {}),
      ...(takeOver ? failureDomainsOf(infrastructure, read.failureDomain) : {}),
      interruptible: isInterruptible(infrastructure.object),
      lost: false,
      ...(read.failure === undefined ? {} : { failure: { object, ...read.failure } }),
      condition: mirror(type, read.ready, {
        done: provisioned,
        reasonDone: reasons.ready,
        reasonNotDone: reasons.notReady,
        messageNotDone: read.provisioned
          ? `${object.kind} ${object.name} is provisioned, but spec.providerID is not set`
          : `${object.kind} ${object.name}: ${doneField("InfraMachine", infrastructure.contract).place.path} is not true`,
      }),
    };
  } catch (error) {
    if (!isContractViolation(error)) throw error;
    return {
      provisioned: wasProvisioned,
      reported: wasProvisioned,
      interruptible: false,
      lost: false,
      condition: {
        type,
        status: "Unknown",
        reason: ownReasons.contractViolation,
        message: describeViolation(object, error),
      },
    };
  }
}

interface MayHaveDomain {
  readonly spec?: { readonly failureDomain?: unknown };
}

/** The schema of a Machine's failure domain. */
const domainOfMachines = schemaValidator(fieldOf("InfraMachine", "failureDomain", "v1beta1").place.schema);

/** @param reported - the contract's own field, which the core uses for the Machine's status if it is in the status. */
function failureDomainsOf(
  { object, contract }: FoundReference,
  reported: string | undefined,
): Pick<InfrastructureOutcome, "failureDomain" | "specFailureDomain"> {
  const ofSpec = (object as typeof object & MayHaveDomain).spec?.failureDomain;
  const isInStatus = fieldOf("InfraMachine", "failureDomain", contract).place.path.startsWith("status.");
  return {
    ...(reported !== undefined && isInStatus ? { failureDomain: reported } : {}),
    ...(typeof ofSpec === "string" && domainOfMachines.accepts(ofSpec) ? { specFailureDomain: ofSpec } : {}),
  };
}

function isInterruptible(object: unknown): boolean {
  const status = typeof object === "object" && object !== null && "status" in object ? object.status : undefined;
  return typeof status === "object" && status !== null && "interruptible" in status && status.interruptible === true;
}

function absence(machine: DeepReadonly<Machine>, wasProvisioned: boolean): NewCondition {
  const deleting = machine.metadata.deletionTimestamp !== undefined;
  const what = !wasProvisioned
    ? "does not exist"
    : deleting
      ? "has been deleted"
      : "has been deleted while the Machine still exists";
  return {
    type: conditionTypes.infrastructureReady,
    status: "False",
    reason: wasProvisioned ? reasons.objectDeleted : reasons.objectDoesNotExist,
    message: describeAbsence(machine.spec.infrastructureRef, "spec.infrastructureRef", what),
  };
}
