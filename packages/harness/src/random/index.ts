export { type DrawnForms, drawnObject } from "./drawn-object.ts";
export { SeededRandom } from "./seeded-random.ts";
