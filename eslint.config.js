import js from "@eslint/js";
import tseslint from "typescript-eslint";
import { circles } from "./lint/circles.js";
import { authorImports, importDirection, noIO, testImports } from "./lint/imports.js";
import { oneImplementation } from "./lint/one-implementation.js";
import { errors } from "./lint/errors.js";
import { ownership } from "./lint/ownership.js";
import { requestPaths } from "./lint/request-paths.js";
import { silentLoops } from "./lint/silent-loops.js";
import { words } from "./lint/words.js";

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
      "dist-images/**",
      "**/node_modules/**",
      "coverage/**",
      "docs/generated/**",
      "test/docs/blocks/running/**",
      "docs/.vitepress/{dist,cache}/**",
      "packages/create-capstan-provider/templates/**",
    ],
  },
  js.configs.recommended,
  {
    files: ["**/*.{ts,tsx}"],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { project: "tsconfig.json", tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true, allowBoolean: true }],
      "@typescript-eslint/no-unnecessary-type-parameters": "off",
      // The compiler reports unused names, in a fraction of the time.
      "@typescript-eslint/no-unused-vars": "off",
      // A quarter of the time of a lint run. There are no enums, because Node only strips types; classes have #private members, for which
      // the compiler already demands an instance.
      "@typescript-eslint/no-unsafe-enum-assignment": "off",
      "@typescript-eslint/no-unsafe-class-instance-assignment": "off",
      "@typescript-eslint/switch-exhaustiveness-check": "error",
      "max-lines": ["error", { max: 300, skipBlankLines: true, skipComments: true }],
      "no-console": "error",
    },
  },
  // The page of the command runs in a browser.
  {
    files: ["packages/cli/page/**/*.{ts,tsx}"],
    ignores: ["packages/cli/page/build.ts"],
    languageOptions: { parserOptions: { project: "packages/cli/page/tsconfig.json" } },
  },
  { files: ["packages/*/test/**/*.ts", "test/**/*.ts", "**/*.generated.ts"], rules: { "max-lines": "off" } },
  ...importDirection,
  authorImports,
  testImports,
  ...noIO,
  circles,
  oneImplementation,
  timeIsAParameter,
  ...errors,
  ...ownership,
  requestPaths,
  silentLoops,
  words,
);
