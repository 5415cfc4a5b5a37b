import { type Break } from "../breaks/break.ts";

declare module "vitest" {
  interface ProvidedContext {
    [breakKey]: Break | undefined;
  }
}

/** Where a worker finds the break that is tried. */
export const breakKey = "capstan.break";
