import { isJsonObject, type JsonObject, listAt, objectAt, textAt } from "@capstan/kube";
import { type ResourceList } from "../object/resource-list.ts";
import { resourceClaims } from "../registry/built-in/built-ins.ts";
import { countName, type Evaluator } from "./evaluator.ts";

const count = countName(resourceClaims);
const ofClass = ".deviceclass.resource.k8s.io/devices";
/** A request for all devices of a class counts as the maximum number of a claim. */
const mostDevices = 32;

/** ResourceClaims, and the devices that they may get, by class. */
export const deviceUsage: Evaluator = {
  tracks: (name) => name === count || name.endsWith(ofClass),
  handles: ({ operation, target }) => target.subresource === undefined && operation !== "DELETE",
  isInScope: () => false,
  usage: (claim): ResourceList => {
    const devices: Record<string, number> = {};
    for (const request of listAt(claim, "spec", "devices", "requests")) {
      for (const [name, amount] of Object.entries(mostOf(request))) devices[name] = (devices[name] ?? 0) + amount;
    }
    return {
      [count]: "1",
      ...Object.fromEntries(Object.entries(devices).map(([name, amount]) => [name, String(amount)])),
    };
  },
};

/** The maximum number of devices of each class that a request may get: it uses the first available alternative. */
function mostOf(request: unknown): Record<string, number> {
  const exactly = objectAt(request, "exactly");
  const choices = exactly === undefined ? listAt(request, "firstAvailable").filter(isJsonObject) : [exactly];
  const most: Record<string, number> = {};
  for (const choice of choices) {
    const name = `${textAt(choice, "deviceClassName") ?? ""}${ofClass}`;
    most[name] = Math.max(most[name] ?? 0, devicesOf(choice));
  }
  return most;
}

function devicesOf({ allocationMode, count: stated }: JsonObject): number {
  if (allocationMode === "All") return mostDevices;
  return allocationMode === "ExactCount" && typeof stated === "number" ? stated : 0;
}
