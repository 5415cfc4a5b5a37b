import { isJsonObject } from "@capstan/kube";
import { type MachineAddress, machineAddressTypes } from "../../fields/addresses.ts";
import { type Form } from "./form.ts";

/** Addresses of a machine. A malformed address is reported by rule IM-012, and omitted. */
export const addressList: Form = {
  read(json, report): MachineAddress[] | undefined {
    if (!Array.isArray(json)) {
      report("", "a list", json);
      return undefined;
    }
    return json.flatMap((item: unknown, index) => {
      const at = (name: string) => `[${String(index)}]${name}`;
      if (!isJsonObject(item)) {
        report(at(""), "an object with type and address", item, "IM-012");
        return [];
      }
      const type = machineAddressTypes.find((known) => known === item.type);
      const { address } = item;
      if (type === undefined) report(at(".type"), `one of ${machineAddressTypes.join(", ")}`, item.type, "IM-012");
      const isText = typeof address === "string" && address !== "";
      if (!isText) report(at(".address"), "a string that is not empty", address, "IM-012");
      return type !== undefined && isText ? [{ type, address }] : [];
    });
  },
};
