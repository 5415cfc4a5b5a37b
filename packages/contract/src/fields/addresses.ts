import Type from "typebox";
import { atomicList } from "./lists.ts";
import { text } from "./names.ts";

/** Types of machine addresses (rule IM-012). */
export const machineAddressTypes = ["Hostname", "ExternalIP", "InternalIP", "ExternalDNS", "InternalDNS"] as const;
/** The type of an address. */
export type MachineAddressType = (typeof machineAddressTypes)[number];

/** An address of a machine (rules IM-011, IM-012). */
export interface MachineAddress {
  /** The type of the address. */
  type: MachineAddressType;
  /** The address, 1 to 256 characters. */
  address: string;
}

/** Schema of one address of a machine. */
export const machineAddressSchema = Type.Object(
  {
    type: Type.Enum([...machineAddressTypes], { description: "Type of the address." }),
    address: text(256, "The address."),
  },
  { description: "An address of the machine." },
);

/** `status.addresses` of Machines and infra machines. */
export const machineAddressesSchema = Type.Unsafe<MachineAddress[]>(
  atomicList(machineAddressSchema, { maxItems: 256, description: "Addresses of the machine." }),
);
