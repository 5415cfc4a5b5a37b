import { type Violation, violation } from "@capstan/contract";
import { type CachedObject, fieldsOf } from "../lifecycle/stored-object.ts";
import { textViolations } from "./text-violations.ts";

/** For a providerID: its bounds (IM-003), and that it is the one of before (IM-002). */
export function providerIDViolations(object: CachedObject, providerID: unknown): Violation[] {
  const path = "spec.providerID";
  const present = fieldsOf(object.spec).providerID;
  const isChange = typeof present === "string" && present !== "" && present !== providerID;
  const expected = `${JSON.stringify(present)}, which was reported before: a providerID never changes`;
  return [
    ...textViolations("IM-003", path, providerID, 512),
    ...(isChange ? [violation("IM-002", { path, expected, actual: providerID })] : []),
  ];
}
