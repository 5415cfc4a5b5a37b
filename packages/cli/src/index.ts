export { createProgram } from "./program.ts";
export { runDemo } from "./demo/demo.ts";
export type { DemoOptions } from "./demo/options.ts";
export type { DemoSummary, RequestSummary } from "./demo/summary.ts";
