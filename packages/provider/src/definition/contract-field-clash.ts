import type { Contracts, ProviderRole, ReservedNames, Section } from "@capstan/contract";

/** What the compiler says of an author's field that the contract owns: the rule, the field, and what to do. */
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
  >[Name] extends infer Rule extends string
    ? `${Rule}: ${In}.${Name} belongs to the contract; remove it from your schema`
    : never;
}[Names & keyof ReservedNames<Role, Contract, In> & string];
