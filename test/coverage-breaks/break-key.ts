import { type Break } from "../breaks/break.ts";

declare module "vitest" {
  interface ProvidedContext {
    [breakKey]: Break | undefined;
  }
}

/** The key under which a worker finds the current break. */
export const breakKey = "capstan.break";
