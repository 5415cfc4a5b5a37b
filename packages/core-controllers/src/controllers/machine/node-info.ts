import { type DeepReadonly, type Machine } from "@capstan/contract";
import { cutText } from "@capstan/kube";
import { type Node } from "@capstan/runtime";

/**
 * The longest string to copy from a Node's system information. The schema sets no limit, and with longer strings a Machine could be too
 * large to store.
 */
const longest = 1_024;

/** `status.nodeInfo` of a Machine. */
export type NodeInfo = NonNullable<NonNullable<Machine["status"]>["nodeInfo"]>;

const fields = [
  "architecture",
  "bootID",
  "containerRuntimeVersion",
  "kernelVersion",
  "kubeProxyVersion",
  "kubeletVersion",
  "machineID",
  "operatingSystem",
  "osImage",
  "systemUUID",
] as const satisfies readonly (keyof NodeInfo)[];

/** The system information that a Node reports. Missing fields are empty because the Machine's schema requires them. */
export function nodeInfoOf(node: DeepReadonly<Node>): NodeInfo | undefined {
  const info = node.status?.nodeInfo;
  if (info === undefined) return undefined;
  const strings = fields.map((field): [(typeof fields)[number], string] => {
    const value = info[field];
    return [field, typeof value === "string" ? cutText(value, longest) : ""];
  });
  const swap = swapOf(info.swap);
  return { ...(Object.fromEntries(strings) as Omit<NodeInfo, "swap">), ...(swap === undefined ? {} : { swap }) };
}

function swapOf(value: unknown): NodeInfo["swap"] {
  if (typeof value !== "object" || value === null || !("capacity" in value)) return undefined;
  const { capacity } = value;
  return typeof capacity === "number" && Number.isSafeInteger(capacity) ? { capacity } : undefined;
}
