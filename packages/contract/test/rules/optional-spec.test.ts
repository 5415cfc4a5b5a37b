import { checkCRDs } from "@capstan/contract";
import { expect, test } from "vitest";
import { correctCRDs } from "./correct-crds.ts";
import { mutate, schemaKeys } from "./mutation.ts";

/** The levels of the BT-004 violations for a template with an optional spec, if the main kind requires these fields. */
function levelsWith(required: readonly string[]): string[] {
  const crds = correctCRDs.v1beta2.map((crd) => {
    if (crd.spec.names.kind === "FooMachine") return mutate(crd, { at: schemaKeys("", "required"), to: required });
    if (crd.spec.names.kind !== "FooMachineTemplate") return crd;
    return mutate(crd, { at: schemaKeys("spec.template", "required"), to: [] });
  });
  return checkCRDs(crds).violations.flatMap(({ rule, level }) => (rule === "BT-004" ? [level] : []));
}

test("BT-004: an optional spec in a template is a SHOULD violation if its objects need a spec", () => {
  expect(levelsWith(["spec"])).toEqual(["SHOULD"]);
});

test("BT-004: it is a note if its objects may also lack a spec, as those of kubeadm", () => {
  expect(levelsWith([])).toEqual(["MAY"]);
});
