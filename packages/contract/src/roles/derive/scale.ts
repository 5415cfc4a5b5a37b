import { type ContractVersion } from "../../versions/contract-version.ts";
import { type ProviderRole, roleOf } from "../roles.ts";
import { fieldOf } from "./places.ts";
import { type FieldOptions } from "./schema.ts";

/** The paths of a CRD's scale subresource. */
export interface ScalePaths {
  /** The path of the desired number. */
  readonly specReplicasPath: string;
  /** The path of the observed number. */
  readonly statusReplicasPath: string;
  /** The path of the label selector. */
  readonly labelSelectorPath: string;
}

/** The scale subresource that the contract requires; `undefined` if the kind does not have the option. */
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
