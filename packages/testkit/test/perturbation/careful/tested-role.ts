import type { ProviderRole } from "@capstan/provider";

/** A role of the contract, or a kind of providers for which it has none. */
export type TestedRole = ProviderRole | "Addon";
