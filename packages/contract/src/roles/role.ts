import { type ContractVersion } from "../versions/contract-version.ts";
import { type RuleId } from "../catalogue/rule-info.ts";
import { type Field, type FieldPath, type Section } from "./field.ts";

/** A column of `kubectl get` that shows a field of the contract. */
export interface RoleColumn {
  /** The heading. */
  readonly name: string;
  /** The name of the field in the role's table. */
  readonly field: string;
  /** Below it, for a field that is an object: `host`. */
  readonly below?: string;
  /** Only with `--output wide`. Default: always. */
  readonly wide?: true;
}

/** What the contract says about the kinds of one role, for any provider. */
export interface Role {
  /** API group of Cluster API's own providers; the default of a definition. */
  readonly group: string;
  /** How names of such kinds end by convention (rule AR-021), which shows a kind's role if its group does not. */
  readonly ending: string;
  /** A provider's own helper kinds may have the same ending: in the group of another family the ending proves nothing. */
  readonly isCommonEnding?: true;
  /** The field that no other role has, by which kinds with names of their own are recognized. Default: none. */
  readonly recognizedBy?: string;
  /** The type of the providers that have such kinds, as clusterctl names it. */
  readonly provider: "bootstrap" | "infrastructure" | "control-plane";
  /** Whether core refers to it in a Cluster, a Machine or a MachinePool, which then owns it. */
  readonly owner: "Cluster" | "Machine" | "MachinePool";
  /** The rules that require `spec` and `status` to exist. */
  readonly sections: Readonly<Record<Section, RuleId>>;
  /** The rule that requires a Template for the kind, and how strictly. */
  readonly template: { readonly rule: RuleId; readonly level: "MUST" | "SHOULD" };
  /** The flag that says, once and for all, that what core waits for is there. */
  readonly done: string;
  /** The condition that core mirrors, and the name under which a reading has it. */
  readonly mirrored: { readonly name: string; readonly type: string };
  /** The scale subresource, for kinds whose definition has the option; by names of fields. Default: none. */
  readonly scale?: {
    readonly option: string;
    readonly desired: string;
    readonly observed: string;
    readonly selector: string;
  };
  /** Where kinds that make Machines refer to the templates of their infrastructure (rule CP-006). Default: they make none. */
  readonly infrastructureTemplate?: Readonly<Record<ContractVersion, FieldPath>>;
  /**
   * The rule that keeps an externally managed object from becoming managed by the provider. Default: such objects cannot be managed
   * externally.
   */
  readonly managedElsewhere?: RuleId;
  /** The fields that `kubectl get` shows, in this order; a kind has no column of a field that it does not have. */
  readonly columns: readonly RoleColumn[];
  /** The fields by the names under which readings, reports and outcomes have them. */
  readonly fields: Readonly<Record<string, Field>>;
}
