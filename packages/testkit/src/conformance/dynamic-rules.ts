import type { ContractVersion } from "@capstan/contract";

/** A rule of the provider contract that shows only while a provider runs. */
export interface DynamicRule {
  readonly title: string;
  /** The contract version under which the rule holds. */
  readonly contract: ContractVersion | "both";
}

/**
 * The rules of the contract that a running provider is held to, by id: every MUST, and the SHOULDs that the suite observes.
 * Titles as in the contract pages.
 */
export const dynamicRules = {
  "BC-003": { title: "status.ready (v1beta1)", contract: "v1beta1" },
  "BC-004": { title: "status.initialization.dataSecretCreated (v1beta2)", contract: "v1beta2" },
  "BC-012": { title: "Every condition item is well formed", contract: "both" },
  "BC-016": { title: "Secret name is deterministic", contract: "both" },
  "BC-017": { title: "Name and flag appear together", contract: "both" },
  "BC-018": { title: "Flag only after the secret exists", contract: "both" },
  "BC-019": { title: "Flag stays true", contract: "both" },
  "BC-020": { title: "Status is rebuilt after move or restore", contract: "both" },
  "BC-021": { title: "Pausing", contract: "both" },
  "BC-022": { title: "Paused condition", contract: "v1beta2" },
  "BT-006": { title: "Clone of the template is admitted", contract: "both" },
  "BT-007": { title: "Owner references during cloning", contract: "both" },
  "BT-008": { title: "Server side apply dry run", contract: "both" },
  "BS-001": { title: "Secret name", contract: "both" },
  "BS-002": { title: "Secret namespace", contract: "both" },
  "BS-003": { title: "Cluster name label", contract: "both" },
  "BS-004": { title: "Controller owner reference", contract: "both" },
  "BS-005": { title: "Single key value", contract: "both" },
  "BS-007": { title: "An existing Secret is kept", contract: "both" },
  "BH-001": { title: "No Machine owner, no work", contract: "both" },
  "BH-002": { title: "Stop on terminal failure (v1beta1)", contract: "v1beta1" },
  "BH-003": { title: "No Cluster, no work", contract: "both" },
  "BH-004": { title: "Generate and store if missing", contract: "both" },
  "BH-005": { title: "Order of the final writes", contract: "both" },
  "BH-006": { title: "React to created, updated and deleted objects", contract: "both" },
  "BH-008": { title: "Idempotence", contract: "both" },
  "BH-011": { title: "Sentinel file on Linux", contract: "both" },
  "BH-012": { title: "Sentinel file on Windows", contract: "both" },
  "IM-004": { title: "providerID equals the Node", contract: "both" },
  "IM-005": { title: "providerID is unique", contract: "both" },
  "IM-006": { title: "providerID comes with provisioned", contract: "both" },
  "IM-007": { title: "Placement in the failure domain", contract: "both" },
  "IM-012": { title: "Address types", contract: "both" },
  "IM-013": { title: "status.ready (v1beta1)", contract: "v1beta1" },
  "IM-014": { title: "status.initialization.provisioned (v1beta2)", contract: "v1beta2" },
  "IM-015": { title: "Flag is for first provisioning", contract: "both" },
  "IB-001": { title: "No Machine owner, no work", contract: "both" },
  "IB-002": { title: "Stop on terminal failure (v1beta1)", contract: "v1beta1" },
  "IB-003": { title: "No Cluster, no work", contract: "both" },
  "IB-004": { title: "Finalizer before infrastructure", contract: "both" },
  "IB-005": { title: "Wait for cluster infrastructure", contract: "both" },
  "IB-006": { title: "Wait for bootstrap data", contract: "both" },
  "IB-007": { title: "Deliver the bootstrap data", contract: "both" },
  "IB-008": { title: "Set results, then patch", contract: "both" },
  "IB-010": { title: "Deletion", contract: "both" },
  "IB-011": { title: "Deletion without owner", contract: "both" },
  "IB-012": { title: "Deletion is never blocked by prerequisites", contract: "both" },
  "IB-016": { title: "Identify by tags, not by names", contract: "both" },
  "IC-002": { title: "Control plane endpoint", contract: "both" },
  "IC-008": { title: "Shape matches the contract", contract: "both" },
  "IC-009": { title: "status.ready (v1beta1)", contract: "v1beta1" },
  "IC-010": { title: "status.initialization.provisioned (v1beta2)", contract: "v1beta2" },
  "IC-011": { title: "Endpoint and domains before the flag", contract: "both" },
  "IC-016": { title: "External manager fulfils the contract", contract: "both" },
  "IC-017": { title: "No Cluster owner, no work", contract: "both" },
  "IC-018": { title: "Find the owner by kind, not by controller flag", contract: "both" },
  "IC-019": { title: "Finalizer, reconcile, results", contract: "both" },
  "IC-020": { title: "Deletion", contract: "both" },
  "PC-008": { title: "Flag --namespace", contract: "both" },
  "CT-015": { title: "Owner reference chain", contract: "both" },
  "CT-017": { title: "Move works", contract: "both" },
  "CT-019": { title: "Deletion for move", contract: "both" },
  "CT-020": { title: "Nothing irreplaceable in status", contract: "both" },
  "CP-008": { title: "Kubeconfig Secret", contract: "both" },
  "CP-009": { title: "Certificate Secrets", contract: "both" },
  "MP-003": { title: "providerIDList", contract: "both" },
  "IP-002": { title: "Serve claims", contract: "both" },
  "IP-003": { title: "IPAddress owners", contract: "both" },
  "IP-004": { title: "Release", contract: "both" },
  "IP-006": { title: "Moving pools", contract: "both" },
} as const satisfies Readonly<Record<string, DynamicRule>>;

/** `BH-001`, ... */
export type DynamicRuleId = keyof typeof dynamicRules;
