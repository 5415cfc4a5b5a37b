import { theirOwnImports } from "./one-implementation.js";

/** The packages of this repository that each package's `src` may import: downwards only (ARCHITECTURE.md, "Imports"). */
const mayImport = {
  kube: [],
  "bootstrap-data": ["kube"],
  contract: ["kube"],
  phases: ["kube", "contract"],
  runtime: ["kube"],
  provider: ["kube", "runtime", "contract"],
  "runtime-extension": ["kube", "runtime", "contract", "provider"],
  "core-controllers": ["kube", "runtime", "contract", "phases"],
  "bootstrap-kubeadm": ["kube", "provider"],
  "infrastructure-mock": ["kube", "bootstrap-data", "provider", "apiserver"],
  "infrastructure-docker": ["kube", "bootstrap-data", "provider"],
  apiserver: ["kube"],
  testkit: [
    "kube",
    "bootstrap-data",
    "contract",
    "phases",
    "runtime",
    "provider",
    "core-controllers",
    "bootstrap-kubeadm",
    "infrastructure-docker",
    "infrastructure-mock",
    "apiserver",
  ],
  cli: [
    "kube",
    "bootstrap-data",
    "contract",
    "phases",
    "runtime",
    "provider",
    "core-controllers",
    "bootstrap-kubeadm",
    "infrastructure-docker",
    "infrastructure-mock",
    "apiserver",
    "runtime-extension",
    "testkit",
  ],
  "create-capstan-provider": ["kube", "contract"],
  // Only tests import it.
  harness: [
    "kube",
    "bootstrap-data",
    "contract",
    "runtime",
    "provider",
    "core-controllers",
    "bootstrap-kubeadm",
    "infrastructure-mock",
    "apiserver",
    "testkit",
  ],
};

/** Paths that the tests of a package may not import: another package's files, and `test/`, which is above them all. */
const byName = {
  patterns: [
    {
      regex: "^(\\.\\./)+(?!src/|\\.\\./)[^/]+/(src|test)/",
      message: "Import another package by its name; what tests share is in @capstan/harness.",
    },
    {
      regex: "^(\\.\\./)+test/",
      message: "Nothing in packages imports from test/; what tests share is in @capstan/harness.",
    },
  ],
};

export const testImports = {
  files: ["packages/*/test/**/*.ts"],
  rules: { "no-restricted-imports": ["error", byName] },
};

/** An author needs only `@capstan/provider` and, for tests, `@capstan/testkit`; the reference providers and the examples demonstrate it. */
export const authorImports = {
  files: ["packages/{bootstrap-kubeadm,infrastructure-docker,infrastructure-mock}/test/**/*.ts", "examples/**/*.ts"],
  rules: {
    "@typescript-eslint/no-restricted-imports": [
      "error",
      {
        patterns: [
          {
            regex: "^@capstan/(contract|phases|runtime)(/|$)",
            message:
              "Authors import from @capstan/provider, and their tests from @capstan/testkit: export it there if it is missing.",
          },
        ],
      },
    ],
  },
};

/** Managers must be small, and importing node:http loads all of fetch. */
const httpByImport = {
  regex: "^(node:)?http$",
  allowTypeImports: true,
  message: "An import of node:http loads all of fetch: take http of runtime/src/http.",
};

/** Imports between packages point downwards, and the leaf package provides what it implements. */
export const importDirection = Object.entries(mayImport).map(([name, allowed]) => ({
  files: [`packages/${name}/src/**/*.ts`],
  rules: {
    "@typescript-eslint/no-restricted-imports": [
      "error",
      {
        paths: theirOwnImports(name),
        patterns: [
          {
            regex: `^@capstan/(?!(${[...allowed, name, "$"].join("|")})(/|$))`,
            // The runtime shares the contract's vocabulary, but none of its code.
            ...(name === "runtime" ? { allowTypeImports: true } : {}),
            message: `Imports point downwards only: ${name} may import ${allowed.length > 0 ? allowed.join(", ") : "none of ours"}.`,
          },
          { regex: "^(\\.\\./)+[^/]+/src/", message: "Import another package by its name, never by its path." },
          ...(["apiserver", "cli"].includes(name) ? [] : [httpByImport]),
          { regex: "^typebox/value", message: "TypeBox makes types; schemaValidator of contract validates, by ajv." },
        ],
      },
    ],
  },
}));

const libraries = { regex: "^@kubernetes/", message: "kube, contract, phases and bootstrap-data do no I/O." };

/** The packages without I/O. */
export const noIO = [
  {
    files: ["packages/kube/src/**/*.ts", "packages/contract/src/**/*.ts", "packages/phases/src/**/*.ts"],
    ignores: ["packages/kube/src/{memory,x509}/**"],
    rules: {
      "no-restricted-imports": [
        "error",
        { patterns: [{ regex: "^node:", message: "kube, contract and phases do no I/O." }, libraries] },
      ],
    },
  },
  {
    // Node's cryptography only computes, and is used only in this module.
    files: ["packages/kube/src/x509/**/*.ts"],
    rules: {
      "no-restricted-imports": [
        "error",
        { patterns: [{ regex: "^node:(?!crypto$)", message: "kube does no I/O." }, libraries] },
      ],
    },
  },
  {
    // Node's compression and its paths only compute, too.
    files: ["packages/bootstrap-data/src/**/*.ts"],
    rules: {
      "no-restricted-imports": [
        "error",
        { patterns: [{ regex: "^node:(?!(?:path|zlib)$)", message: "bootstrap-data does no I/O." }, libraries] },
      ],
    },
  },
  {
    // The heap settings of V8 are not I/O either.
    files: ["packages/kube/src/memory/**/*.ts"],
    rules: {
      "no-restricted-imports": [
        "error",
        { patterns: [{ regex: "^node:(?!(?:perf_hooks|process|v8|vm)$)", message: "kube does no I/O." }, libraries] },
      ],
    },
  },
];
