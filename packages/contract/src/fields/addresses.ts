import Type from "typebox";
import { atomicList } from "./lists.ts";
import { text } from "./names.ts";

/** Kinds of machine addresses (rule IM-012). */
export const machineAddressTypes = ["Hostname", "ExternalIP", "InternalIP", "ExternalDNS", "InternalDNS"] as const;
/** A type that an address may have. */
export type MachineAddressType = (typeof machineAddressTypes)[number];

/** An address of a machine (rules IM-011, IM-012). */
export interface MachineAddress {
  /** What the address is. */
  type: MachineAddressType;
  /** 1 to 256 characters. */
  address: string;
}

/** Schema of one address of a machine. */
export const machineAddressSchema = Type.Object(
  {
    type: Type.Enum([...machineAddressTypes], { description: "What kind of address it is." }),
    address: text(256, "The address."),
  },
  { description: "An address of the machine." },
);

/** `status.addresses` of Machines and infra machines. */
export const machineAddressesSchema = Type.Unsafe<MachineAddress[]>(
  atomicList(machineAddressSchema, { maxItems: 256, description: "Addresses under which the machine is reached." }),
);
