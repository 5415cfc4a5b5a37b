import {
  ContractViolation,
  type DeepReadonly,
  type MachineTemplateStatus,
  nodeArchitectures,
  violation,
  type Violation,
} from "@capstan/contract";
import { canonicalQuantity, quantityNanos } from "@capstan/kube";
import type { TemplateCapacity } from "./template-author.ts";

/**
 * The next status of a Template. An amount in another spelling is not a change: the stored spelling then stays.
 *
 * @throws ContractViolation - the autoscaler could not read it.
 */
export function templateStatusOf(
  { capacity, nodeInfo = {} }: TemplateCapacity,
  stored: DeepReadonly<MachineTemplateStatus> = {},
): MachineTemplateStatus {
  const violations = [...quantityViolations(capacity), ...nodeViolations(nodeInfo)];
  if (violations.length > 0) throw new ContractViolation("The result of templateCapacity", violations);
  const { architecture, operatingSystem } = nodeInfo;
  const known = {
    ...(architecture === undefined ? {} : { architecture }),
    ...(operatingSystem === undefined ? {} : { operatingSystem }),
  };
  const amounts = Object.entries(capacity).map(([name, value]) => [name, quantityOf(value, stored.capacity?.[name])]);
  return {
    capacity: Object.fromEntries(amounts) as Record<string, number | string>,
    ...(Object.keys(known).length === 0 ? {} : { nodeInfo: known }),
  };
}

function quantityOf(value: number | string, stored: number | string | undefined): number | string {
  const isStored = stored !== undefined && quantityNanos(String(stored)) === quantityNanos(String(value));
  return isStored ? stored : canonicalQuantity(String(value));
}

function quantityViolations(capacity: TemplateCapacity["capacity"]): Violation[] {
  return Object.entries(capacity).flatMap(([name, value]) => {
    const amount = quantityNanos(String(value));
    if (amount !== undefined && amount >= 0n) return [];
    const expected = "a quantity of Kubernetes that is not negative, such as 2, 500m or 4Gi";
    return [violation("BT-010", { path: `capacity.${name}`, expected, actual: value })];
  });
}

function nodeViolations({ architecture, operatingSystem }: NonNullable<TemplateCapacity["nodeInfo"]>): Violation[] {
  const isKnown = architecture === undefined || nodeArchitectures.includes(architecture);
  const expected = `one of ${nodeArchitectures.join(", ")}`;
  return [
    ...(isKnown ? [] : [violation("BT-011", { path: "nodeInfo.architecture", expected, actual: architecture })]),
    ...(operatingSystem === ""
      ? [violation("BT-011", { path: "nodeInfo.operatingSystem", expected: "linux or windows", actual: "" })]
      : []),
  ];
}
