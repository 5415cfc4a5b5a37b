export { listCorrect, listFault, type SeededFault } from "./seeded-fault.ts";
