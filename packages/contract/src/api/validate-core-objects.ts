import { apiVersionOf, isJsonObject } from "@capstan/kube";
import { objectValidator, type ObjectValidator } from "../validation/object-validator.ts";
import { type CoreKind, coreKinds } from "./core-kinds.ts";

/** Lists everything that is wrong with a Cluster of either version; empty if nothing is. */
export const validateCluster: ObjectValidator = validatorOf(coreKinds.Cluster);

/** Lists everything that is wrong with a Machine of either version; empty if nothing is. */
export const validateMachine: ObjectValidator = validatorOf(coreKinds.Machine);

/** Lists everything that is wrong with a MachineSet of either version; empty if nothing is. */
export const validateMachineSet: ObjectValidator = validatorOf(coreKinds.MachineSet);

/** Lists everything that is wrong with a MachineDeployment of either version; empty if nothing is. */
export const validateMachineDeployment: ObjectValidator = validatorOf(coreKinds.MachineDeployment);

function validatorOf(core: CoreKind): ObjectValidator {
  const older = objectValidator(core.v1beta1.kind, { ...core.v1beta1, specRequired: false });
  const newer = objectValidator(core.v1beta2.kind, { ...core.v1beta2, specRequired: true });
  const olderVersion = apiVersionOf(core.v1beta1.kind);
  return (object) => (isJsonObject(object) && object.apiVersion === olderVersion ? older(object) : newer(object));
}
