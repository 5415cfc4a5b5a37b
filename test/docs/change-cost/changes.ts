/** A change that someone will want to make, and the lines of code that count as its cost. */
export interface Change {
  /** The end of the sentence: the cost of a new one of these. */
  readonly name: string;
  /** Counted separately for each of these; the result is their median. */
  readonly samples: readonly Sample[];
}

interface Sample {
  readonly name: string;
  /** Extended regular expression: the change would have to touch a file with a matching line. */
  readonly pattern: string;
  /** Path specifications of git. */
  readonly paths: readonly string[];
}

const generated = ":!packages/contract/src/*.generated.ts";
const contractAndProvider = ["packages/contract/src", "packages/provider/src", "packages/phases/src", generated];

/** Files about one role alone, before and after: a role may have its own folder. */
const ownFolders = (role: string): string[] => [
  `:!packages/provider/src/kinds/${role}`,
  `:!packages/contract/src/roles/${role}.ts`,
  `:!packages/testkit/src/conformance/${role}.ts`,
];

/** The API of the core's kinds, and their shared fields. */
const coreFields = [":!packages/contract/src/api", ":!packages/contract/src/fields"];

/** The API versions of the core's kinds, and of the reference bootstrap provider's kinds, are not contract versions. */
const apis = [
  "contract/src/api",
  "contract/src/fields/deprecated-status.ts",
  "core-controllers/src/api",
  "bootstrap-kubeadm/src/api",
].map((path) => `:!packages/${path}`);

/**
 * Lines that a new version leaves unchanged: providers and templates that name their contract, and the core's writes to
 * `status.deprecated.v1beta1` of its own kinds.
 */
const authors = [
  "packages/create-capstan-provider/templates",
  "packages/infrastructure-mock/src/api",
  "packages/testkit/src/conformance/idle-kinds.ts",
  "packages/core-controllers/src/controllers",
  "packages/core-controllers/src/reconcilers",
].map((path) => `:!${path}`);

const field = (name: string, role: string): Sample => ({
  name,
  pattern: `(^|[^A-Za-z])${name}([^A-Za-z]|$)`,
  paths: [...contractAndProvider, ...ownFolders(role), ...coreFields, ":!packages/phases/src"],
});

/** In code, not in comments: the role as a value, its table and folder, and names that contain it. */
const role = (name: string, folder: string): Sample => ({
  name,
  pattern: `^ *${name}: |^ *[^ */].*("${name}(Template)?"|${folder}(/|[.]ts)|(^|[^A-Za-z.])(read|define)?${name}(Fields|Status|SpecFields|StatusFields|Reading|Report|Reconciler|Outcome|Scope|Definition))`,
  paths: [...contractAndProvider, "packages/testkit/src", "packages/cli/src", ...ownFolders(folder)],
});

/** Without the folders that are about one type alone: its kinds, its suite and its project. */
const type = (name: string, kinds: string): Sample => ({
  name,
  pattern: `^ *[^ */].*"${name}"|^ *"?${name}"?: ([^"]|"[A-Z])`,
  paths: [
    "packages/*/src/*.ts",
    "build",
    "lint",
    ":!lint/imports.js",
    `:!packages/provider/src/kinds/${kinds}`,
    `:!packages/testkit/src/conformance/${name}`,
    `:!packages/${name}`,
    ":!packages/infrastructure-mock",
    ":!packages/*/src/*.generated.ts",
  ],
});

const rule = (id: string): Sample => ({
  name: id,
  pattern: `"${id}"|id: ${id}$`,
  paths: [
    "packages/contract/src",
    "packages/contract/rules.yaml",
    "packages/provider/src",
    "packages/testkit/src",
    generated,
  ],
});

export const changes: readonly Change[] = [
  {
    name: "a field of the contract",
    samples: [
      field("dataSecretName", "bootstrap-config"),
      field("dataSecretCreated", "bootstrap-config"),
      field("providerID", "infra-machine"),
      field("addresses", "infra-machine"),
      field("failureDomain", "infra-machine"),
      field("failureDomains", "infra-cluster"),
      field("controlPlaneEndpoint", "infra-cluster"),
    ],
  },
  {
    name: "a contract version (files that branch on one)",
    samples: [
      {
        name: "v1beta1, v1beta2",
        pattern: `(===|!==|includes\\(|\\? |: )"v1beta[12]"|isV1Beta[12]|^ *v1beta[12]: `,
        paths: [
          "packages/*/src/*.ts",
          ":!packages/contract/src/roles",
          ":!packages/provider/src/conversion",
          generated,
          ...apis,
          ...authors,
        ],
      },
    ],
  },
  {
    name: "a role",
    samples: [
      role("BootstrapConfig", "bootstrap-config"),
      role("InfraMachine", "infra-machine"),
      role("InfraCluster", "infra-cluster"),
      role("InfraMachinePool", "infra-machine-pool"),
      role("ControlPlane", "control-plane"),
    ],
  },
  {
    name: "a type of providers",
    samples: [type("ipam", "ip-pool"), type("addon", "addon"), type("runtime-extension", "runtime-extension")],
  },
  {
    name: "a static rule",
    samples: ["BC-005", "IM-003", "IM-014", "IC-007", "BT-006", "RB-003"].map(rule),
  },
  {
    name: "a condition of a kind",
    samples: ["DataSecretAvailable", "InstanceProvisioned", "InfrastructureProvisioned"].map((type) => ({
      name: type,
      pattern: `"${type}"`,
      paths: ["packages/provider/src", "packages/testkit/src"],
    })),
  },
];
