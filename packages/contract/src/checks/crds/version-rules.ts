import { contractVersions } from "../../versions/contract-version.ts";
import { contractLabel } from "../../names/labels.ts";
import { at, textOrEmpty } from "../rule/json.ts";
import { type Fault, type Rule } from "../rule/rule.ts";
import { doneField } from "../../roles/derive/places.ts";
import { isProviderRole } from "../../roles/roles.ts";
import { contractPaths } from "./contract-paths.ts";
import { crdRule, versionRule, type VersionInUse } from "./crd-rule.ts";
import { type CRDSubject, type CRDVersion } from "./crd-subject.ts";
import { declares, fieldFaults } from "./field-faults.ts";
import { schemaField, typeOf } from "./schema-field.ts";

/** The rules about contract labels, the version that core selects by them, and whether it has the fields that core reads. */
export const versionRules: readonly Rule<CRDSubject>[] = [
  crdRule("AR-006", labelFaults),
  crdRule("AR-007", labelFaults),
  crdRule("AR-008", function* ({ contractLabels }) {
    for (const { path, value, names } of contractLabels) {
      const expected = "version names joined by underscores";
      if (names.length !== value.split("_").length) yield { path, expected, actual: value };
      else if (new Set(names).size !== names.length) yield { path, expected: `${expected}, each once`, actual: value };
    }
  }),
  crdRule("AR-009", function* ({ contractLabels, versions }) {
    for (const { path, names } of contractLabels) {
      for (const name of names.filter((wanted) => !versions.some((version) => version.name === wanted))) {
        yield { path, expected: `versions out of ${versions.map((version) => version.name).join(", ")}`, actual: name };
      }
    }
  }),
  crdRule("AR-010", function* ({ contractLabels, versions }) {
    for (const { names, selected } of contractLabels) {
      for (const { name, path } of versions.filter((version) => names.includes(version.name) && !version.served)) {
        const fault: Fault = {
          path: `${path}.served`,
          expected: "true, because a contract label names the version",
          actual: false,
        };
        yield name === selected ? fault : { ...fault, level: "SHOULD" };
      }
    }
  }),
  crdRule("AR-011", function* ({ contractLabels }) {
    for (const { path, value, names, selected } of contractLabels) {
      if (names.at(-1) !== selected) {
        yield {
          path,
          expected: `${selected ?? ""} as the last version: core selects it in any position`,
          actual: value,
        };
      }
    }
  }),
  versionRule("AR-012", selectedFlagFaults),
  versionRule("AR-019", function* ({ version, contracts, crd }) {
    const { role } = crd;
    if (!isProviderRole(role)) return;
    const paths = new Map<string, Fault[]>();
    // The newest contract comes last, because it wins where a field has two forms (IC-008).
    for (const { path, ...demand } of contracts.toReversed().flatMap((contract) => contractPaths(role, contract))) {
      paths.set(path, [...fieldFaults(version, path, demand)]);
    }
    yield* [...paths.values()].flat();
  }),
  crdRule("AR-020", function* ({ versions, document, role }) {
    if (!isProviderRole(role)) return;
    const paths = contractVersions.flatMap((contract) => contractPaths(role, contract)).map(({ path }) => path);
    const shapes = versions.filter(({ served }) => served).map((version) => shapeOf(version, paths));
    if (new Set(shapes).size > 1 && at(document, "spec", "conversion", "strategy") !== "Webhook") {
      const actual = textOrEmpty(document, "spec", "conversion", "strategy") || "None";
      yield {
        path: "spec.conversion.strategy",
        expected: "Webhook: served versions differ in contract fields",
        actual,
      };
    }
  }),
];

/** The declared fields of a version, with their types. */
function shapeOf({ schema }: CRDVersion, paths: readonly string[]): string {
  const fields = paths.map((path) => schemaField(schema, path));
  return fields.map((field) => (field.found === "declared" ? typeOf(field.schema) : "")).join();
}

function* labelFaults({ contractLabels }: CRDSubject): Iterable<Fault> {
  const usable = contractLabels.filter(({ value }) => value !== "").map(({ contract }) => contract);
  const [newest, ...deprecated] = contractVersions;
  const path = `metadata.labels['${contractLabel(newest)}']`;
  if (usable.length === 0) {
    yield { path, expected: `a label ${contractVersions.map(contractLabel).join(" or ")} that names a version` };
  } else if (!usable.includes(newest)) {
    const expected = `the label of contract ${newest}; ${deprecated.join(", ")} is deprecated`;
    yield { path, expected, level: "SHOULD" };
  }
}

/** Reports that the flag of the selected contract is missing while the flag of the other contract exists. */
function* selectedFlagFaults({ version, contracts, crd }: VersionInUse): Iterable<Fault> {
  const [contract] = contracts;
  if (!isProviderRole(crd.role)) return;
  const { role } = crd;
  const wanted = doneField(role, contract).place.path;
  const field = schemaField(version.schema, wanted);
  const other = contractVersions
    .map((each) => doneField(role, each).place.path)
    .find((path) => path !== wanted && declares(version, path));
  if (field.found === "absent" && other !== undefined) {
    yield { path: field.path, expected: `${wanted}, which contract ${contract} reads`, actual: `${other} only` };
  }
}
