import type { AuthorCondition } from "@capstan/provider";
import type { BootResult } from "../../cloud/cloud-objects.ts";

/** Whether the machine's bootstrap data did its work: it joined, and wrote the sentinel file. */
export const bootstrapExecSucceeded = "BootstrapExecSucceeded";

/** How a MockMachine reports its boot; not at all while it boots, so that Ready says what is known: it is provisioned. */
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
