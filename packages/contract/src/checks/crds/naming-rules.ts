import { fieldsAt, isApiVersionName, listAt } from "@capstan/kube";
import { calculateCRDName } from "../../crd/plural-of.ts";
import { isProviderRole, roleOf } from "../../roles/roles.ts";
import { at, type Json, textOrEmpty } from "../rule/json.ts";
import { type Fault, type Rule } from "../rule/rule.ts";
import { crdRule, servedVersionRule } from "./crd-rule.ts";
import { type CRDSubject } from "./crd-subject.ts";
import { isContractLabel } from "./contract-labels.ts";
import { schemaField, typeOf } from "./schema-field.ts";
import { structureFaults } from "./structure-faults.ts";

const subdomain = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)+$/;

/** The rules about names, scope and form of every contract CRD. */
export const namingRules: readonly Rule<CRDSubject>[] = [
  crdRule("AR-001", function* ({ document, group, versions }) {
    if (document.apiVersion !== "apiextensions.k8s.io/v1") {
      yield { path: "apiVersion", expected: "apiextensions.k8s.io/v1", actual: document.apiVersion };
    }
    if (!subdomain.test(group)) yield { path: "spec.group", expected: "a DNS subdomain", actual: group };
    if (!versions.some(({ served }) => served)) {
      yield { path: "spec.versions", expected: "at least one served version", actual: "none" };
    }
  }),
  crdRule("AR-002", nameFaults),
  crdRule("AR-003", function* ({ document }) {
    const scope = at(document, "spec", "scope");
    if (scope !== "Namespaced") yield { path: "spec.scope", expected: "Namespaced", actual: scope };
  }),
  servedVersionRule("AR-004", function* ({ schema }) {
    if (schema.type !== "object") yield { path: "type", expected: "object", actual: schema.type };
    for (const [name, type] of Object.entries({ apiVersion: "string", kind: "string", metadata: "object" })) {
      const field = schemaField(schema, name);
      if (field.found === "declared" && typeOf(field.schema) !== type) {
        yield { path: `${field.path}.type`, expected: type, actual: typeOf(field.schema) };
      }
    }
    yield* metadataLimits(schema);
  }),
  crdRule("AR-005", function* ({ document, kind }) {
    const listKind = at(document, "spec", "names", "listKind");
    if (listKind !== undefined && listKind !== `${kind}List`) {
      yield { path: "spec.names.listKind", expected: `${kind}List`, actual: listKind };
    }
  }),
  crdRule("AR-013", function* ({ document }) {
    for (const [key, value] of Object.entries(fieldsAt(document, "metadata", "annotations"))) {
      if (!isContractLabel(key)) continue;
      yield { path: `metadata.annotations['${key}']`, expected: "a label in place of the annotation", actual: value };
    }
  }),
  crdRule("AR-015", function* ({ versions }) {
    for (const { name, path } of versions) {
      if (!isApiVersionName(name)) yield { path: `${path}.name`, expected: "v1, v1beta1, v1alpha1 ...", actual: name };
    }
  }),
  crdRule("AR-016", function* ({ group, sigSponsored, name, siblings }) {
    // The fault concerns the group, so it is reported once, for the first CRD by name, independent of their order.
    const [first] = siblings.flatMap((crd) => (crd.group === group ? [crd.name] : [])).toSorted();
    if (group.endsWith("cluster.x-k8s.io") && !sigSponsored && name === first) {
      yield {
        path: "spec.group",
        expected: "a group of the provider's own, unless it belongs to the SIG",
        actual: group,
      };
    }
  }),
  crdRule("AR-017", function* ({ versions }) {
    const stored = versions.filter(({ storage }) => storage).map(({ name }) => name);
    if (stored.length !== 1) yield { path: "spec.versions", expected: "one storage version", actual: stored };
    for (const { schema, path } of versions) {
      yield* structureFaults(schema, `${path}.schema.openAPIV3Schema`);
    }
  }),
  crdRule("AR-018", function* ({ versions }) {
    for (const { served, document, path } of versions) {
      if (served && at(document, "subresources", "status") === undefined) {
        yield { path: `${path}.subresources.status`, expected: "the status subresource" };
      }
    }
  }),
  crdRule("AR-021", function* ({ kind, role }) {
    if (!isProviderRole(role)) return;
    const { ending } = roleOf(role);
    const isHabitual = kind.endsWith(ending) && kind !== ending;
    if (!isHabitual) yield { path: "spec.names.kind", expected: `<environment>${ending}`, actual: kind };
  }),
  crdRule("AR-022", function* ({ document }) {
    const categories = listAt(document, "spec", "names", "categories");
    if (!categories.includes("cluster-api")) {
      yield { path: "spec.names.categories", expected: "cluster-api among them", actual: categories };
    }
  }),
  servedVersionRule("AR-024", function* ({ schema }) {
    const spec = schemaField(schema, "spec");
    if (spec.found === "preserved" || (spec.found === "declared" && opaque(spec.schema))) {
      yield { path: spec.path, expected: "described properties", actual: "anything" };
    }
  }),
];

function* nameFaults({ name, kind, group, document, siblings }: CRDSubject): Iterable<Fault> {
  const expected = calculateCRDName(group, kind);
  const plural = textOrEmpty(document, "spec", "names", "plural");
  if (name !== expected) {
    yield { path: "metadata.name", expected, actual: name };
  } else if (plural !== name.split(".")[0]) {
    yield { path: "spec.names.plural", expected: expected.split(".")[0] ?? "", actual: plural };
  }
  const other = siblings.find((crd) => crd.kind !== kind && calculateCRDName(crd.group, crd.kind) === expected);
  if (other !== undefined) {
    yield { path: "spec.names.kind", expected: `a kind whose name differs from that of ${other.kind}`, actual: kind };
  }
}

/** The API server validates metadata itself; a CRD may only restrict names. */
function* metadataLimits(root: Json): Iterable<Fault> {
  const metadata = schemaField(root, "metadata");
  if (metadata.found !== "declared") return;
  const fields = Object.keys(fieldsAt(metadata.schema, "properties"));
  const limits = Object.keys(metadata.schema).filter((key) => key !== "type" && key !== "properties");
  for (const key of limits) yield { path: `${metadata.path}.${key}`, expected: "only the type", actual: key };
  for (const name of fields.filter((field) => field !== "name" && field !== "generateName")) {
    yield { path: `${metadata.path}.properties.${name}`, expected: "name and generateName only", actual: name };
  }
}

function opaque(spec: Readonly<Record<string, unknown>>): boolean {
  return spec["x-kubernetes-preserve-unknown-fields"] === true;
}
