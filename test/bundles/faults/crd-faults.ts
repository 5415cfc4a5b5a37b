import { listAt, textAt } from "@capstan/kube";
import { absent } from "../../../packages/contract/test/rules/mutation.ts";
import { type FaultKind } from "./fault.ts";
import { change, inRoleCRDs, type RoleCRD, schemaOf, valueAt } from "./targets.ts";

const contractLabel = (contract: string) => `cluster.x-k8s.io/${contract}`;
const isMain = ({ role }: RoleCRD) => !role.endsWith("Template") && role !== "IPPool";
const served = ({ document }: RoleCRD) =>
  listAt(document, "spec", "versions").flatMap((version, index) =>
    valueAt(version, ["served"]) === true ? [index] : [],
  );

/**
 * The fields that the core reads, by the contract pages: under v1beta1, under v1beta2, their types, and whether the contract requires them.
 */
const fields: Readonly<Record<string, readonly (readonly [v1beta1: string, v1beta2: string, required: boolean])[]>> = {
  BootstrapConfig: [
    ["status.dataSecretName", "status.dataSecretName", true],
    ["status.ready", "status.initialization.dataSecretCreated", true],
  ],
  InfraMachine: [
    ["spec.providerID", "spec.providerID", true],
    ["status.ready", "status.initialization.provisioned", true],
    ["status.addresses", "status.addresses", false],
  ],
  InfraCluster: [
    ["spec.controlPlaneEndpoint", "spec.controlPlaneEndpoint", false],
    ["status.ready", "status.initialization.provisioned", true],
    ["status.failureDomains", "status.failureDomains", false],
  ],
  InfraMachinePool: [
    ["spec.providerIDList", "spec.providerIDList", true],
    ["status.replicas", "status.replicas", true],
    ["status.ready", "status.ready", true],
  ],
  ControlPlane: [["status.initialized", "status.initialization.controlPlaneInitialized", true]],
};

function fieldsOf(crd: RoleCRD): { readonly path: string; readonly required: boolean }[] {
  if (crd.selected === undefined || crd.version < 0) return [];
  const isOld = crd.selected.contract === "v1beta1";
  const found = (fields[crd.role] ?? []).map(([v1, v2, required]) => ({ path: isOld ? v1 : v2, required }));
  return found.filter(({ path }) => valueAt(crd.document, schemaOf(crd.version, path)) !== undefined);
}

const rulesOfFields = [
  ...[
    "AR-012",
    "AR-019",
    "BC-002",
    "BC-003",
    "BC-004",
    "BC-005",
    "BC-006",
    "BC-007",
    "BC-008",
    "IM-002",
    "IM-011",
    "IM-013",
    "IM-014",
  ],
  ...["IC-002", "IC-006", "IC-007", "IC-008", "IC-010", "IC-011", "CP-002", "CP-003", "MP-002", "MP-003", "MP-004"],
];

/** Faults in CRDs with a role. */
export const crdFaults: readonly FaultKind[] = [
  {
    name: "no contract label",
    rules: ["AR-006", "AR-007"],
    targetsIn: (subject) =>
      inRoleCRDs(subject, ({ index, document }) => {
        const labels = valueAt(document, ["metadata", "labels"]) as Record<string, unknown> | undefined;
        const others = Object.entries(labels ?? {}).filter(([key]) => !key.startsWith("cluster.x-k8s.io/v"));
        return [change(index, document, ["metadata", "labels"], Object.fromEntries(others))];
      }),
  },
  {
    name: "contract label names no version",
    rules: ["AR-009"],
    targetsIn: (subject) =>
      inRoleCRDs(subject, ({ index, document, selected }) =>
        selected === undefined
          ? []
          : [change(index, document, ["metadata", "labels", contractLabel(selected.contract)], "v9alpha9")],
      ),
  },
  {
    name: "contract label separated by commas",
    rules: ["AR-008"],
    targetsIn: (subject) =>
      inRoleCRDs(subject, ({ index, document, selected }) =>
        selected === undefined
          ? []
          : [
              change(
                index,
                document,
                ["metadata", "labels", contractLabel(selected.contract)],
                `v1alpha1,${selected.version}`,
              ),
            ],
      ),
  },
  {
    name: "no storage version",
    rules: ["AR-017"],
    targetsIn: (subject) =>
      inRoleCRDs(subject, ({ index, document }) =>
        listAt(document, "spec", "versions").flatMap((version, at) =>
          valueAt(version, ["storage"]) === true
            ? [change(index, document, ["spec", "versions", at, "storage"], false)]
            : [],
        ),
      ),
  },
  {
    name: "selected version not served",
    rules: ["AR-010", "AR-001"],
    targetsIn: (subject) =>
      inRoleCRDs(subject, ({ index, document, version }) =>
        version < 0 ? [] : [change(index, document, ["spec", "versions", version, "served"], false)],
      ),
  },
  {
    name: "no conversion webhook",
    rules: ["AR-020"],
    targetsIn: (subject) =>
      inRoleCRDs(subject, (crd) => {
        const flags = served(crd).map(
          (at) => valueAt(crd.document, schemaOf(at, "status.initialization")) !== undefined,
        );
        const isConverted = valueAt(crd.document, ["spec", "conversion", "strategy"]) === "Webhook";
        const differ = isMain(crd) && crd.role !== "InfraMachinePool" && new Set(flags).size > 1;
        return isConverted && differ
          ? [change(crd.index, crd.document, ["spec", "conversion"], { strategy: "None" })]
          : [];
      }),
  },
  {
    name: "cluster scope",
    rules: ["AR-003"],
    targetsIn: (subject) =>
      inRoleCRDs(subject, ({ index, document, role }) =>
        role === "IPPool" ? [] : [change(index, document, ["spec", "scope"], "Cluster")],
      ),
  },
  {
    name: "no status subresource",
    rules: ["AR-018"],
    targetsIn: (subject) =>
      inRoleCRDs(subject, (crd) =>
        isMain(crd)
          ? served(crd).flatMap((at) => {
              const keys = ["spec", "versions", at, "subresources"];
              return valueAt(crd.document, [...keys, "status"]) === undefined
                ? []
                : [change(crd.index, crd.document, keys, absent)];
            })
          : [],
      ),
  },
  {
    name: "contract field of another type",
    rules: rulesOfFields,
    targetsIn: (subject) =>
      inRoleCRDs(subject, (crd) =>
        fieldsOf(crd).map(({ path }) =>
          change(crd.index, crd.document, schemaOf(crd.version, path), { type: "number" }),
        ),
      ),
  },
  {
    name: "contract field missing",
    rules: rulesOfFields,
    targetsIn: (subject) =>
      inRoleCRDs(subject, (crd) =>
        fieldsOf(crd)
          .filter(({ required }) => required)
          .map(({ path }) => change(crd.index, crd.document, schemaOf(crd.version, path), absent)),
      ),
  },
  {
    name: "name of the CRD not that of its plural",
    rules: ["AR-002", "PC-015"],
    targetsIn: (subject) =>
      inRoleCRDs(subject, ({ index, document, group, kind }) => [
        change(index, document, ["metadata", "name"], `${kind.toLowerCase()}.${group}`),
      ]),
  },
  {
    name: "plural that is not the kind's",
    rules: ["AR-002"],
    targetsIn: (subject) =>
      inRoleCRDs(subject, ({ index, document }) => [
        change(index, document, ["spec", "names", "plural"], `${textAt(document, "spec", "names", "plural") ?? ""}es`),
      ]),
  },
  {
    name: "schema of spec that accepts anything",
    rules: ["AR-024"],
    targetsIn: (subject) =>
      inRoleCRDs(subject, (crd) =>
        served(crd).map((at) =>
          change(crd.index, crd.document, [...schemaOf(at, "spec"), "x-kubernetes-preserve-unknown-fields"], true),
        ),
      ),
  },
  {
    name: "Template with a field that the main kind lacks",
    rules: ["BT-006"],
    targetsIn: (subject) =>
      inRoleCRDs(subject, (crd) => {
        const isTemplate = /^(BootstrapConfig|InfraMachine|InfraCluster)Template$/.test(crd.role);
        return isTemplate
          ? served(crd).flatMap((at) => {
              const spec = schemaOf(at, "spec.template.spec");
              return valueAt(crd.document, [...spec, "properties"]) === undefined
                ? []
                : [change(crd.index, crd.document, [...spec, "properties", "zzz"], { type: "string" })];
            })
          : [];
      }),
  },
  {
    name: "two storage versions",
    rules: ["AR-017"],
    targetsIn: (subject) =>
      inRoleCRDs(subject, ({ index, document }) =>
        listAt(document, "spec", "versions").flatMap((version, at) =>
          valueAt(version, ["storage"]) === true
            ? []
            : [change(index, document, ["spec", "versions", at, "storage"], true)],
        ),
      ),
  },
  {
    name: "kind of another type than string",
    rules: ["AR-004"],
    targetsIn: (subject) =>
      inRoleCRDs(subject, (crd) =>
        served(crd).map((at) => change(crd.index, crd.document, schemaOf(at, "kind"), { type: "integer" })),
      ),
  },
  {
    name: "conditions that are not a list",
    rules: ["BC-011", "BC-012", "CP-007", "MP-009"],
    targetsIn: (subject) =>
      inRoleCRDs(subject, (crd) => {
        const conditions = schemaOf(crd.version, "status.conditions");
        const isThere = isMain(crd) && crd.version >= 0 && valueAt(crd.document, conditions) !== undefined;
        return isThere ? [change(crd.index, crd.document, conditions, { type: "string" })] : [];
      }),
  },
  {
    name: "no schema of status",
    rules: ["BC-002", "IM-001", "IC-001"],
    targetsIn: (subject) =>
      inRoleCRDs(subject, (crd) =>
        /^(BootstrapConfig|InfraMachine|InfraCluster)$/.test(crd.role)
          ? served(crd).map((at) => change(crd.index, crd.document, schemaOf(at, "status"), absent))
          : [],
      ),
  },
];
