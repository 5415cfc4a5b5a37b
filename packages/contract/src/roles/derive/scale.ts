import { type ContractVersion } from "../../versions/contract-version.ts";
import { type ProviderRole, roleOf } from "../roles.ts";
import { fieldOf } from "./places.ts";
import { type FieldOptions } from "./schema.ts";

/** The paths of a CRD's scale subresource. */
export interface ScalePaths {
  /** The field with the number that is asked for. */
  readonly specReplicasPath: string;
  /** The field with the number that there is. */
  readonly statusReplicasPath: string;
  /** The field with the selector of what is counted. */
  readonly labelSelectorPath: string;
}

/** The scale subresource that the contract asks for; `undefined` if the kind does not have the option. */
export function scaleOf(role: ProviderRole, contract: ContractVersion, options: FieldOptions): ScalePaths | undefined {
  const { scale } = roleOf(role);
  if (scale === undefined || !options.has(scale.option)) return undefined;
  const pathOf = (name: string) => `.${fieldOf(role, name, contract).place.path}`;
  return {
    specReplicasPath: pathOf(scale.desired),
    statusReplicasPath: pathOf(scale.observed),
    labelSelectorPath: pathOf(scale.selector),
  };
}
