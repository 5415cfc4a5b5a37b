export { lineOf, Reports } from "./reports.ts";
export { listCorrect, listFault, type SeededFault } from "./seeded-fault.ts";
