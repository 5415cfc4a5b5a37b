import { apiVersionOf, isJsonObject } from "@capstan/kube";
import { objectValidator, type ObjectValidator } from "../validation/object-validator.ts";
import { type CoreKind, coreKinds } from "./core-kinds.ts";

/** Lists every fault of a Cluster of either version; empty if there is no fault. */
export const validateCluster: ObjectValidator = validatorOf(coreKinds.Cluster);

/** Lists every fault of a Machine of either version; empty if there is no fault. */
export const validateMachine: ObjectValidator = validatorOf(coreKinds.Machine);

/** Lists every fault of a MachineSet of either version; empty if there is no fault. */
export const validateMachineSet: ObjectValidator = validatorOf(coreKinds.MachineSet);

/** Lists every fault of a MachineDeployment of either version; empty if there is no fault. */
export const validateMachineDeployment: ObjectValidator = validatorOf(coreKinds.MachineDeployment);

function validatorOf(core: CoreKind): ObjectValidator {
  const older = objectValidator(core.v1beta1.kind, { ...core.v1beta1, specRequired: false });
  const newer = objectValidator(core.v1beta2.kind, { ...core.v1beta2, specRequired: true });
  const olderVersion = apiVersionOf(core.v1beta1.kind);
  return (object) => (isJsonObject(object) && object.apiVersion === olderVersion ? older(object) : newer(object));
}
