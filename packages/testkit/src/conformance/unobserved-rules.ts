import type { DynamicRuleId } from "@capstan/contract";

/** The rules that the suite cannot observe, and why; authors must check them in another way. */
export const unobservedRules = {
  "BT-008": "only for Templates that refuse changes of their spec, by the author's own webhook",
  "IM-004": "needs machines that join a workload cluster; @capstan/infrastructure-mock creates such machines",
  "IM-007": "only the infrastructure knows its failure domains",
  "IB-016": "needs an infrastructure whose names can be changed from outside",
  "IC-016": "is about another manager in the provider's place; test that one with the suite, like any controller",
  "PC-008": "a flag of the process: `runManager` has it, and is tested for it in @capstan/runtime",
  "CT-015": "needs a whole Cluster with all its controllers",
  "CP-009": "about control planes of Machines; the kubeadm bootstrap provider is tested for it",
  "IP-002": "about IPAM providers",
  "IP-003": "about IPAM providers",
  "IP-004": "about IPAM providers",
  "IP-006": "about IPAM providers",
} as const satisfies Partial<Record<DynamicRuleId, string>>;
