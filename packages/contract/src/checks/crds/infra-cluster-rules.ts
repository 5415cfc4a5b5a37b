import { type ContractVersion } from "../../versions/contract-version.ts";
import { isJsonObject, listAt } from "@capstan/kube";
import { fieldOf } from "../../roles/derive/places.ts";
import { jsonTypeOf } from "../../roles/forms/plain.ts";
import { type Fault, type Rule } from "../rule/rule.ts";
import { replacedRule, versionRule } from "./crd-rule.ts";
import { type CRDSubject, type CRDVersion } from "./crd-subject.ts";
import { boundFaults, fieldFaults } from "./field-faults.ts";
import { schemaField, typeOf } from "./schema-field.ts";

const endpoint = "spec.controlPlaneEndpoint";
const domains = "status.failureDomains";

/** Rules that the role table of InfraClusters does not cover. */
export const infraClusterRules: readonly Rule<CRDSubject>[] = [
  versionRule("IC-002", function* ({ version }) {
    const field = schemaField(version.schema, endpoint);
    if (field.found === "absent") {
      const expected = `${endpoint}, unless the user or the control plane provider sets the endpoint`;
      yield { path: field.path, expected, level: "SHOULD" };
    }
    yield* endpointFaults(version);
  }),
  versionRule("IC-003", function* ({ version }) {
    yield* requiredFaults(version, [endpoint, `${endpoint}.host`, `${endpoint}.port`]);
    yield* boundFaults(version, endpoint, { minProperties: { min: 1 } });
    yield* boundFaults(version, `${endpoint}.host`, { minLength: { min: 1 }, maxLength: { max: 512 } });
    yield* boundFaults(version, `${endpoint}.port`, { minimum: { min: 1 }, maximum: { max: 65_535 } });
  }),
  replacedRule("IC-004", ({ version }) => requiredFaults(version, [`${endpoint}.host`, `${endpoint}.port`])),
  replacedRule("IC-006", function* ({ version, contracts }) {
    yield* domainTypeFaults(version, contracts[0]);
    const map = schemaField(version.schema, domains);
    const isMap =
      map.found !== "declared" || map.schema.type !== "object" || isJsonObject(map.schema.additionalProperties);
    if (!isMap) yield { path: `${map.path}.additionalProperties`, expected: "the schema of a failure domain" };
  }),
  versionRule("IC-007", function* ({ version, contracts }) {
    yield* domainTypeFaults(version, contracts[0]);
    const list = schemaField(version.schema, domains);
    if (list.found !== "declared" || list.schema.type !== "array") return;
    const keys = listAt(list.schema, "x-kubernetes-list-map-keys").join();
    if (list.schema["x-kubernetes-list-type"] !== "map" || keys !== "name") {
      const actual = list.schema["x-kubernetes-list-type"];
      yield { path: `${list.path}.x-kubernetes-list-type`, expected: "map, with key name", actual, level: "SHOULD" };
    }
    yield* fieldFaults(version, `${domains}[].name`, { type: "string", present: true });
    yield* fieldFaults(version, `${domains}[].controlPlane`, { type: "boolean" });
    yield* boundFaults(version, domains, { minItems: { min: 1 }, maxItems: { max: 100 } });
  }),
  versionRule("IC-008", ({ version, contracts }) => domainTypeFaults(version, contracts[0])),
];

/** Reports a declared endpoint that is not an object with a string host and an integer port. */
export function* endpointFaults(version: CRDVersion): Iterable<Fault> {
  const field = schemaField(version.schema, endpoint);
  if (field.found !== "declared") return;
  yield* fieldFaults(version, endpoint, { type: "object" });
  yield* fieldFaults(version, `${endpoint}.host`, { type: "string", present: true });
  yield* fieldFaults(version, `${endpoint}.port`, { type: "integer", present: true });
}

function* requiredFaults({ schema }: CRDVersion, paths: readonly string[]): Iterable<Fault> {
  for (const path of paths) {
    const field = schemaField(schema, path);
    if (field.found === "declared" && field.required)
      yield { path: field.path, expected: "optional", actual: "required" };
  }
}

function* domainTypeFaults({ schema }: CRDVersion, contract: ContractVersion): Iterable<Fault> {
  const field = schemaField(schema, domains);
  if (field.found !== "declared") return;
  const type = typeOf(field.schema);
  const wanted = jsonTypeOf(fieldOf("InfraCluster", "failureDomains", contract).place.schema);
  if (type === wanted) return;
  yield {
    path: `${field.path}.type`,
    expected: `a ${wanted === "array" ? "list" : "map"} under ${contract}`,
    actual: type,
  };
}
