import tseslint from "typescript-eslint";
import { circles } from "./lint/circles.js";
import { generatedFiles } from "./lint/generated-files.js";
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

// Rules that know this repository. What holds for every TypeScript program is in oxlint.config.ts, which takes a third of the time.
export default tseslint.config(
  { ignores: generatedFiles },
  { languageOptions: { parser: tseslint.parser }, linterOptions: { reportUnusedDisableDirectives: "error" } },
  { files: ["**/*.{ts,tsx}"], plugins: { "@typescript-eslint": tseslint.plugin } },
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
