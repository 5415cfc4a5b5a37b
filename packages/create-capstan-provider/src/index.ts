// Writing a project
export { scaffold, type ScaffoldOptions, type ScaffoldResult } from "./scaffold.ts";
export { ScaffoldError, type Problem } from "./problem.ts";

// Names
export { type Provider, type ProviderChoices, type ProviderType, providerTypes } from "./names.ts";

// The files, and the program
export { run, type RunContext } from "./run.ts";
export type { Ask } from "./complete.ts";
