import js from "@eslint/js";
import tseslint from "typescript-eslint";
import { errors } from "./lint/errors.js";

/** What each package's `src` may import of ours: downwards only (ARCHITECTURE.md, "Imports"). */
const mayImport = {
  kube: [],
  contract: ["kube"],
  phases: ["kube", "contract"],
  runtime: ["kube"],
  provider: ["kube", "runtime", "contract", "phases"],
  "core-controllers": ["kube", "runtime", "contract", "phases"],
  "bootstrap-kubeadm": ["kube", "provider"],
  "infrastructure-mock": ["kube", "provider", "apiserver"],
  apiserver: ["kube"],
  testkit: [
    "kube",
    "contract",
    "phases",
    "runtime",
    "provider",
    "core-controllers",
    "bootstrap-kubeadm",
    "infrastructure-mock",
    "apiserver",
  ],
  cli: [
    "kube",
    "contract",
    "phases",
    "runtime",
    "provider",
    "core-controllers",
    "bootstrap-kubeadm",
    "infrastructure-mock",
    "apiserver",
    "testkit",
  ],
  "create-capstan-provider": ["kube", "contract"],
};

const importDirection = Object.entries(mayImport).map(([name, allowed]) => ({
  files: [`packages/${name}/src/**/*.ts`],
  rules: {
    "@typescript-eslint/no-restricted-imports": [
      "error",
      {
        patterns: [
          {
            regex: `^@capstan/(?!(${[...allowed, name, "$"].join("|")})(/|$))`,
            // The runtime shares the contract's vocabulary, but carries none of its code.
            ...(name === "runtime" ? { allowTypeImports: true } : {}),
            message: `Imports point downwards only: ${name} may import ${allowed.length > 0 ? allowed.join(", ") : "none of ours"}.`,
          },
          { regex: "^(\\.\\./)+[^/]+/src/", message: "Import another package by its name, never by its path." },
          { regex: "^typebox/value", message: "TypeBox makes types; schemaValidator of contract validates, by ajv." },
        ],
      },
    ],
  },
}));

const noIO = {
  files: ["packages/kube/src/**/*.ts", "packages/contract/src/**/*.ts", "packages/phases/src/**/*.ts"],
  rules: {
    "no-restricted-imports": [
      "error",
      {
        patterns: [
          { regex: "^node:", message: "kube, contract and phases do no I/O." },
          { regex: "^undici|^@kubernetes/" },
        ],
      },
    ],
  },
};

const timeIsAParameter = {
  files: ["packages/*/src/**/*.ts"],
  ignores: ["packages/*/src/clock/**", "packages/*/src/clock.ts"],
  rules: {
    "no-restricted-globals": [
      "error",
      ...["setTimeout", "setInterval"].map((name) => ({ name, message: "Take a Clock (runtime/src/clock)." })),
    ],
    "no-restricted-properties": [
      "error",
      { object: "Date", property: "now", message: "Take a Clock (runtime/src/clock)." },
    ],
  },
};

export default tseslint.config(
  {
    ignores: [
      "**/dist/**",
      "**/node_modules/**",
      "coverage/**",
      "docs/api/**",
      "packages/create-capstan-provider/templates/**",
    ],
  },
  js.configs.recommended,
  {
    files: ["**/*.ts"],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true, allowBoolean: true }],
      "@typescript-eslint/no-unnecessary-type-parameters": "off",
      "@typescript-eslint/switch-exhaustiveness-check": "error",
      "max-lines": ["error", { max: 300, skipBlankLines: true, skipComments: true }],
      "no-console": "error",
    },
  },
  { files: ["packages/*/test/**/*.ts", "test/**/*.ts", "**/*.generated.ts"], rules: { "max-lines": "off" } },
  ...importDirection,
  noIO,
  timeIsAParameter,
  ...errors,
);
