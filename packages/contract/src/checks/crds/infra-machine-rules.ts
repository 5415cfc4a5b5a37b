import { machineAddressTypes } from "../../fields/addresses.ts";
import { type Rule } from "../rule/rule.ts";
import { versionRule } from "./crd-rule.ts";
import { type CRDSubject } from "./crd-subject.ts";
import { boundFaults, declares, enumFaults, fieldFaults } from "./field-faults.ts";
import { schemaField } from "./schema-field.ts";

/** Rules that the role table of InfraMachines does not cover. */
export const infraMachineRules: readonly Rule<CRDSubject>[] = [
  versionRule("IM-011", function* ({ version }) {
    yield* fieldFaults(version, "status.addresses", { type: "array" });
    if (!declares(version, "status.addresses[]")) return;
    yield* fieldFaults(version, "status.addresses[].type", { type: "string", present: true });
    yield* fieldFaults(version, "status.addresses[].address", { type: "string", present: true });
  }),
  versionRule("IM-012", function* ({ version }) {
    yield* enumFaults(version, "status.addresses[].type", machineAddressTypes);
    const list = schemaField(version.schema, "status.addresses");
    if (list.found !== "declared" || list.schema.type !== "array") return;
    const bounds = { minLength: { min: 1 }, maxLength: { max: 256 } };
    yield* boundFaults(version, "status.addresses[].address", bounds, "MAY");
    yield* boundFaults(version, "status.addresses", { maxItems: { max: 256 } }, "MAY");
  }),
  versionRule("IM-019", ({ version }) => fieldFaults(version, "status.interruptible", { type: "boolean" })),
];
