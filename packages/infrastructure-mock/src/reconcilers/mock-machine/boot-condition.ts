import type { AuthorCondition } from "@capstan/provider";
import type { BootResult } from "../../cloud/cloud-objects.ts";

/** Whether the machine's bootstrap data has succeeded: it joined, and wrote the sentinel file. */
export const bootstrapExecSucceeded = "BootstrapExecSucceeded";

/** The condition of a MockMachine's boot. Unset during the boot, so that Ready reports that the machine is provisioned. */
export function bootCondition(boot: BootResult): AuthorCondition | undefined {
  switch (boot.state) {
    case "booting":
      return undefined;
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
