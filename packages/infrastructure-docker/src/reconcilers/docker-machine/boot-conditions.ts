import type { BootstrapDataError } from "@capstan/bootstrap-data";
import type { AuthorCondition } from "@capstan/provider";
import type { BootReport, Withheld } from "../../boot/boot-report.ts";
import type { NodeRegistration } from "../../boot/register-node.ts";

/** Whether the machine's bootstrap data has succeeded: every command did, and the sentinel file is there. */
export const bootstrapExecSucceeded = "BootstrapExecSucceeded";
/** Whether the machine's Node has the machine's providerID. */
export const nodeProviderIDSet = "NodeProviderIDSet";

/** A step that takes longer is reported, in seconds. */
const longStepSeconds = 600;

const replace = "delete the Machine to replace it";
const runSteps = "unset spec.bootstrapWith of the DockerMachine's template; then delete the Machine to replace it";

/** The condition of a boot. Undefined during the boot, so that Ready reports that the machine is provisioned. Pure. */
export function bootCondition(report: BootReport): AuthorCondition | undefined {
  switch (report.state) {
    case "absent":
    case "ready":
      return undefined;
    case "running":
      if (report.seconds < longStepSeconds) return undefined;
      return failed("CommandRunning", `${report.what} has not ended after ${longStepSeconds / 60} minutes`);
    case "interrupted":
      return failed("BootInterrupted", `The container ended during ${report.what}, which is not repeated; ${replace}`);
    case "noCloudInit":
      return failed("CloudInitNotFound", `The image has no cloud-init; install it there, or ${runSteps}`);
    case "noSeed":
      return failed("CloudInitNotRun", `cloud-init has not run: the container was created without a seed; ${replace}`);
    case "notRun": {
      const why = typeof report.why === "string" ? report.why : `the reason ${notShown(report.why)}`;
      return failed("CloudInitNotRun", `cloud-init has not run: ${why}; enable it in the image, or ${runSteps}`);
    }
    case "ended":
      return endCondition(report);
  }
}

function endCondition({ failure, hasSentinel, failedModules = [] }: BootReport & { state: "ended" }): AuthorCondition {
  if (failure !== undefined) {
    const { what, exitCode, output } = failure;
    const ending = exitCode === undefined ? "failed" : `ended with exit code ${exitCode}`;
    return failed("CommandFailed", `${what} ${ending}${quoted(output)}`);
  }
  const others = failedModules.length === 0 ? "" : `Other modules of cloud-init failed: ${failedModules.join(", ")}`;
  if (!hasSentinel) {
    const message = "All commands succeeded, but none has written /run/cluster-api/bootstrap-success.complete";
    return failed("SentinelFileNotWritten", others === "" ? message : `${message}. ${others}`);
  }
  const success = { type: bootstrapExecSucceeded, status: "True", reason: "Succeeded" } as const;
  return others === "" ? success : { ...success, message: others };
}

function quoted(output: string | Withheld): string {
  if (typeof output !== "string") return `; its output ${notShown(output)}`;
  return output === "" ? " without output" : ` with the output:\n${output}`;
}

function notShown({ data }: Withheld): string {
  return `is not shown, because the bootstrap data, which may be in it, ${data === "changed" ? "has changed" : "is not known"}`;
}

/** The condition of a boot whose data cannot be read. */
export function unreadableCondition({ reason, message }: BootstrapDataError): AuthorCondition {
  return failed(reason, message);
}

function failed(reason: string, message: string): AuthorCondition {
  return { type: bootstrapExecSucceeded, status: "False", reason, message };
}

/** The condition of the machine's Node. Undefined while the Node is awaited. Pure. */
export function nodeCondition(registration: NodeRegistration): AuthorCondition | undefined {
  switch (registration.state) {
    case "notYet":
      return undefined;
    case "registered":
      return { type: nodeProviderIDSet, status: "True", reason: "Set", message: `Node ${registration.nodeName}` };
    case "noKubeconfig":
      return {
        type: nodeProviderIDSet,
        status: "Unknown",
        reason: "KubeconfigNotFound",
        message: "The kubelet has no /etc/kubernetes/kubelet.conf: bootstrap data must set the kubelet's --provider-id",
      };
    case "otherProviderID": {
      const message = `The Node already has the providerID ${registration.providerID}; remove the kubelet's --provider-id`;
      return { type: nodeProviderIDSet, status: "False", reason: "ProviderIDMismatch", message };
    }
  }
}
