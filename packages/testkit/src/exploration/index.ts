// Change the spec of an object in all ways that its schema admits
export { explore, type ExploreOptions } from "./explore.ts";
export type { Exploration } from "./exploration.ts";
export { ExplorationError } from "./exploration-error.ts";
export type { ExplorationReport, Finding } from "./exploration-report.ts";
