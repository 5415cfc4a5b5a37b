// What every TypeScript program is checked for, with its types. What only this repository knows is checked by eslint.config.js.
import js from "@eslint/js";
import { defineConfig, type OxlintConfig } from "oxlint";
import tseslint from "typescript-eslint";
import { generatedFiles } from "./lint/generated-files.js";

/** Rules of the presets that oxlint does not have. */
const absent = ["no-dupe-args", "no-octal", "no-useless-assignment"];

/** Rules that the compiler covers: names, and what classes with #private members demand. */
const compiled = [
  "no-undef",
  "no-unused-vars",
  "typescript/no-unused-vars",
  "typescript/no-unsafe-class-instance-assignment",
  "typescript/no-unsafe-enum-assignment",
];

/** The rules of presets of ESLint, by the names they have in oxlint. */
function rulesOf(
  excluded: readonly string[],
  ...presets: readonly { readonly rules?: object }[]
): NonNullable<OxlintConfig["rules"]> {
  const levels = Object.fromEntries(
    presets
      .flatMap(({ rules = {} }) => Object.entries(rules))
      .map(([name, level]) => [name.replace("@typescript-eslint/", "typescript/"), level]),
  );
  return Object.fromEntries(
    Object.entries(levels).filter(([name, level]) => level !== "off" && !excluded.includes(name)),
  );
}

const { strictTypeChecked, stylisticTypeChecked } = tseslint.configs;

export default defineConfig({
  plugins: ["typescript"],
  categories: { correctness: "off" },
  options: {
    typeAware: true,
    typeCheck: true,
    reportUnusedDisableDirectives: "error",
    respectEslintDisableDirectives: false,
  },
  ignorePatterns: generatedFiles,
  overrides: [
    { files: ["**/*.js"], rules: rulesOf(absent, js.configs.recommended) },
    {
      files: ["**/*.{ts,tsx}"],
      rules: {
        ...rulesOf([...absent, ...compiled], js.configs.recommended, ...strictTypeChecked, ...stylisticTypeChecked),
        "typescript/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
        "typescript/restrict-template-expressions": ["error", { allowNumber: true, allowBoolean: true }],
        "typescript/no-unnecessary-type-parameters": "off",
        // Types derived from kinds that have no fields of their own.
        "typescript/no-generated-empty-object-type": "off",
        "typescript/switch-exhaustiveness-check": "error",
        "max-lines": ["error", { max: 300, skipBlankLines: true, skipComments: true }],
        "no-console": "error",
      },
    },
    { files: ["packages/*/test/**/*.ts", "test/**/*.ts", "**/*.generated.ts"], rules: { "max-lines": "off" } },
  ],
});
