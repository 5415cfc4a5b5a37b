import {
  conditionTypes,
  type DeepReadonly,
  doneField,
  isContractViolation,
  type Machine,
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

/** The bootstrap part of the Machine status. */
export interface BootstrapOutcome {
  /** Present if `spec.bootstrap.dataSecretName` is known, whichever writer set it. */
  readonly dataSecretName?: string;
  /** Value of `status.initialization.bootstrapDataSecretCreated`. Once true, it stays true. */
  readonly dataSecretCreated?: boolean;
  readonly condition: NewCondition;
  readonly failure?: ProviderFailure;
}

/**
 * Copies the name of the bootstrap data Secret from the BootstrapConfig.
 *
 * A Machine without `configRef` has its own data: as upstream, the condition is True and the flag stays unset.
 *
 * @param config - the object behind `spec.bootstrap.configRef`; `undefined` without such a reference.
 */
export function bootstrapStep(machine: DeepReadonly<Machine>, config: ObservedReference | undefined): BootstrapOutcome {
  const type = conditionTypes.bootstrapConfigReady;
  const before = {
    ...(machine.spec.bootstrap.dataSecretName === undefined
      ? {}
      : { dataSecretName: machine.spec.bootstrap.dataSecretName }),
    ...(machine.status?.initialization?.bootstrapDataSecretCreated === true ? { dataSecretCreated: true } : {}),
  };
  if (config === undefined)
    return { ...before, condition: { type, status: "True", reason: reasons.dataSecretProvided } };
  const unusable = cannotUse(type, config);
  if (unusable !== undefined) return { ...before, condition: unusable };
  if (config.state !== "found") {
    const wasThere = machine.status?.initialization?.bootstrapDataSecretCreated === true;
    return { ...before, condition: absence(machine, wasThere) };
  }
  return { ...before, ...fromConfig(machine, config) };
}

function fromConfig(machine: DeepReadonly<Machine>, config: FoundReference): BootstrapOutcome {
  const type = conditionTypes.bootstrapConfigReady;
  const object = { kind: config.object.kind, name: config.object.metadata.name };
  try {
    const read = readProviderObject("BootstrapConfig", config.object, config.contract);
    const preset = machine.spec.bootstrap.dataSecretName !== undefined;
    const deleting = config.object.metadata.deletionTimestamp !== undefined;
    const failure = read.failure === undefined ? {} : { failure: { object, ...read.failure } };
    if (!preset && !deleting && read.dataSecretCreated && (read.dataSecretName ?? "") === "") {
      return {
        ...failure,
        condition: {
          type,
          status: "False",
          reason: ownReasons.contractViolation,
          message: `${object.kind} ${object.name} reports its data Secret as created, but status.dataSecretName is empty`,
        },
      };
    }
    const dataSecretName = preset || deleting || !read.dataSecretCreated ? undefined : read.dataSecretName;
    const created =
      preset || dataSecretName !== undefined || machine.status?.initialization?.bootstrapDataSecretCreated === true;
    return {
      ...failure,
      ...(dataSecretName === undefined ? {} : { dataSecretName }),
      ...(created ? { dataSecretCreated: true } : {}),
      condition: mirror(type, read.ready, {
        done: created,
        reasonDone: reasons.ready,
        reasonNotDone: reasons.notReady,
        messageNotDone: `${object.kind} ${object.name}: ${doneField("BootstrapConfig", config.contract).place.path} is not true`,
      }),
    };
  } catch (error) {
    if (!isContractViolation(error)) throw error;
    return {
      condition: {
        type,
        status: "Unknown",
        reason: ownReasons.contractViolation,
        message: describeViolation(object, error),
      },
    };
  }
}

function absence(machine: DeepReadonly<Machine>, wasThere: boolean): NewCondition {
  const reference = machine.spec.bootstrap.configRef;
  const deleted = machine.metadata.deletionTimestamp !== undefined && wasThere;
  return {
    type: conditionTypes.bootstrapConfigReady,
    status: "False",
    reason: deleted ? reasons.objectDeleted : reasons.objectDoesNotExist,
    message: describeAbsence(reference, "spec.bootstrap.configRef", deleted ? "has been deleted" : "does not exist"),
  };
}
