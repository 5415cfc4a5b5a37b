// Keep the heap of a program small
export { keepHeapSmall } from "./small-heap.ts";
export { adaptYoungGeneration, holdYoungGeneration, type YoungGenerationOptions } from "./young-generation.ts";
