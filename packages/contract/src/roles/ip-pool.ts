import { groups } from "../names/groups.ts";
import { type ProviderType } from "../names/provider-types.ts";

/**
 * Pools of IP addresses: contracts/ipam.md. The contract has no fields for them, so they have no table of fields; claims of addresses
 * refer to them by group, kind and name.
 */
export const ipPool = {
  group: groups.ipam,
  ending: "Pool",
  provider: "ipam",
} as const satisfies { readonly group: string; readonly ending: string; readonly provider: ProviderType };
