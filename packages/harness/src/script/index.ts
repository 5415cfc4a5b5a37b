export * from "./script.ts";
export * from "./script.ts";
