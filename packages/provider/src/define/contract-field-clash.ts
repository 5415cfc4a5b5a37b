import type { Contracts, ProviderRole, ReservedNames, RuleId, RuleText, Section } from "@capstan/contract";

/** The compiler error for an author's field that the contract owns: the rule, the field, and the remedy. */
export type ContractFieldClash<
  Role extends ProviderRole,
  Contract extends Contracts,
  In extends Section,
  Names extends PropertyKey,
> = {
  [Name in Names & keyof ReservedNames<Role, Contract, In> & string]: ReservedNames<
    Role,
    Contract,
    In
  >[Name] extends infer Rule extends RuleId
    ? RuleText<Rule> extends infer Text extends string
      ? `${Text} Remove ${In}.${Name} from your schema: it belongs to the contract`
      : never
    : never;
}[Names & keyof ReservedNames<Role, Contract, In> & string];
