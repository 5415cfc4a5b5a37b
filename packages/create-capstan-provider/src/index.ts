// Write a project
export { scaffold, type ScaffoldOptions, type ScaffoldResult } from "./scaffold.ts";
export { ScaffoldError, type Problem } from "./problem.ts";

// Name a provider
export { type Provider, type ProviderChoices } from "./names.ts";
export { type ProjectType } from "./project-facts.ts";

// Run the program
export { run, type RunContext } from "./run.ts";
export type { Ask } from "./complete.ts";
