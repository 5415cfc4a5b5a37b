import { type Machine } from "@capstan/contract";
import { nextMachine, type NextMachineOptions } from "../../src/controllers/machine/next-machine.ts";
import { type ObservedMachine } from "../../src/controllers/machine/observed.ts";
import { type ObservedReference } from "../../src/references/reference.ts";
import { clusterObject, found, type machineObject, nodeObject } from "./objects.ts";

export const at = "2030-01-01T00:00:00Z";
export const now = Date.parse(at);
export const going = { deletionTimestamp: at };
export const missing: ObservedReference = { state: "missing" };
export const configReady = found("TestConfig", {
  status: { dataSecretName: "data", initialization: { dataSecretCreated: true } },
});
const done = { initialization: { provisioned: true } };
export const infraReady = found("TestMachine", { spec: { providerID: "test://m1" }, status: done });
export const running = {
  bootstrapConfig: configReady,
  infrastructure: infraReady,
  node: { state: "found", node: nodeObject() },
} as const;
export type Changes = Parameters<typeof machineObject>[0];
export function next(
  machine: Machine,
  observed: Partial<ObservedMachine> = {},
  options: Partial<NextMachineOptions> = {},
) {
  const around: ObservedMachine = {
    cluster: clusterObject(),
    bootstrapConfig: found("TestConfig"),
    infrastructure: found("TestMachine"),
    node: { state: "absent" },
    ...observed,
  };
  return nextMachine(machine, around, { reading: "proposal", now, ...options });
}
