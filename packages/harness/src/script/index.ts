export * from "./script.ts";
export * from "./values.ts";
