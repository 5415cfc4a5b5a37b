import { type Condition } from "@capstan/contract";
import { type ObservedReference } from "../../src/references/reference.ts";
import { found } from "./objects.ts";

const at = "2030-01-01T00:00:00Z";
export const going = { deletionTimestamp: at };
export const refused = (kind: string): ObservedReference => ({ ...found(kind), refusal: "Machine m2 has it" });
export const unresolved: ObservedReference = { state: "unresolved", reason: "WatchFailed", message: "try again" };
export const ownReady: Condition = {
  type: "Ready",
  status: "False",
  reason: "Boots",
  message: "soon",
  lastTransitionTime: at,
};
