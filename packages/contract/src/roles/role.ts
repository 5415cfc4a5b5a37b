import { type ContractVersion } from "../versions/contract-version.ts";
import { type ProviderType } from "../names/provider-types.ts";
import { type RuleId } from "../catalogue/rule-info.ts";
import { type Field, type FieldPath, type Section } from "./field.ts";

/** A column of `kubectl get` that shows a field of the contract. */
export interface RoleColumn {
  /** The heading of the column. */
  readonly name: string;
  /** The name of the field in the role's table. */
  readonly field: string;
  /** The path below the field, if the field is an object: `host`. */
  readonly below?: string;
  /** Whether to show the column only with `--output wide`. Default: false. */
  readonly wide?: true;
}

/** The contract for the kinds of a role, for any provider. */
export interface Role {
  /** The API group of Cluster API's own providers, and the default of a definition. */
  readonly group: string;
  /** The conventional ending of the kind's name (rule AR-021), which identifies the role if the group does not. */
  readonly ending: string;
  /** Set if a provider's own helper kinds may have the same ending, so that the ending proves nothing in the group of another family. */
  readonly isCommonEnding?: true;
  /** The field that only this role has, which identifies kinds with unconventional names. Default: no field. */
  readonly recognizedBy?: string;
  /** The type of the providers that have such kinds, in clusterctl's terms. */
  readonly provider: ProviderType;
  /** The kind of core that refers to such objects and then owns them. */
  readonly owner: "Cluster" | "Machine" | "MachinePool";
  /** The rules that require `spec` and `status`. */
  readonly sections: Readonly<Record<Section, RuleId>>;
  /** The rule that requires a Template for the kind, and its level. */
  readonly template: { readonly rule: RuleId; readonly level: "MUST" | "SHOULD" };
  /** The name of the flag that reports, permanently, that an object is done. */
  readonly done: string;
  /** The condition that core mirrors, and its name in a reading. */
  readonly mirrored: { readonly name: string; readonly type: string };
  /** The scale subresource, by names of fields, for kinds whose definition has the option. Default: no scale subresource. */
  readonly scale?: {
    readonly option: string;
    readonly desired: string;
    readonly observed: string;
    readonly selector: string;
  };
  /**
   * The field in which kinds that create Machines refer to infrastructure templates (rule CP-006). Default: the kinds create no Machines.
   */
  readonly infrastructureTemplate?: Readonly<Record<ContractVersion, FieldPath>>;
  /** The rule that keeps externally managed objects externally managed. Default: objects of the role cannot be managed externally. */
  readonly managedElsewhere?: RuleId;
  /** The fields that `kubectl get` shows, in this order; a kind without the field has no such column. */
  readonly columns: readonly RoleColumn[];
  /** The fields by their names in readings, reports and outcomes. */
  readonly fields: Readonly<Record<string, Field>>;
}
