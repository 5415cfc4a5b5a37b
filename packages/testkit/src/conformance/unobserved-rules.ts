import type { DynamicRuleId } from "@capstan/contract";

/** The rules that the suite cannot observe, and why; authors must check them in another way. */
export const unobservedRules = {
  "IM-004": "needs machines that join a workload cluster; @capstan/infrastructure-mock creates such machines",
  "IM-007": "only the infrastructure knows its failure domains",
  "IB-016": "needs an infrastructure whose names can be changed from outside",
  "IC-016": "is about another manager that replaces the provider; test that manager with the suite",
  "PC-008": "a flag of the process: `runManager` has it, and the tests of @capstan/runtime cover it",
  "CT-015": "needs a whole Cluster with all its controllers",
  "CP-015": "about updates in place; no provider of this repository updates the Machines of a control plane so",
  "RX-001": "about runtime extensions: `defineRuntimeExtension` refuses what the core would refuse",
  "RX-002": "about runtime extensions: checkExtension of @capstan/runtime-extension/testing observes it",
  "RX-003": "about runtime extensions: checkExtension of @capstan/runtime-extension/testing observes it",
  "RX-004": "about runtime extensions: checkExtension of @capstan/runtime-extension/testing observes it",
  "RX-005": "about runtime extensions: checkExtension of @capstan/runtime-extension/testing observes it",
  "RX-006": "about runtime extensions: checkExtension of @capstan/runtime-extension/testing observes it",
  "RX-007": "about runtime extensions: checkExtension of @capstan/runtime-extension/testing observes it",
  "RX-008": "about runtime extensions: checkExtension of @capstan/runtime-extension/testing observes it",
} as const satisfies Partial<Record<DynamicRuleId, string>>;
