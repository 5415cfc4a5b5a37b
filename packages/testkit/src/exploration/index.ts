// Change the spec of an object in all ways that its schema admits
export { explore, type ExplorationProgress, type ExploreOptions } from "./explore.ts";
export type { Exploration } from "./exploration.ts";
export { ExplorationError } from "./exploration-error.ts";
export { type ExplorationReport, type Finding, findingsText } from "./exploration-report.ts";
