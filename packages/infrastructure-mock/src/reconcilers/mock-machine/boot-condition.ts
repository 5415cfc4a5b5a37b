import type { AuthorCondition } from "@capstan/provider";
import type { BootResult } from "../../cloud/cloud-objects.ts";

/** Whether the machine's bootstrap data did its work: it joined, and wrote the sentinel file. */
export const bootstrapExecSucceeded = "BootstrapExecSucceeded";

/** How a MockMachine reports its boot. */
export function bootCondition(boot: BootResult): AuthorCondition {
  switch (boot.state) {
    case "booting":
      return { type: bootstrapExecSucceeded, status: "Unknown", reason: "Booting", message: "The machine is booting" };
    case "waiting":
    case "failed":
      return { type: bootstrapExecSucceeded, status: "False", reason: boot.reason, message: boot.message };
    case "joined":
      return {
        type: bootstrapExecSucceeded,
        status: "True",
        reason: "Joined",
        message: `Joined as ${boot.role === "worker" ? "worker" : "control plane"}: Node ${boot.nodeName}`,
      };
  }
}
