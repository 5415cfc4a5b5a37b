export { type DrawnForms, drawnObject } from "./drawn-object.ts";
export { drawnValue } from "./drawn-value.ts";
export { SeededRandom } from "./seeded-random.ts";
