import { type HandMadeMutant } from "./hand-made-mutant.ts";
import { handMadeOfControllers } from "./of-controllers.ts";
import { handMadeOfProviders } from "./of-providers.ts";
import { handMadeOfRuntime } from "./of-runtime.ts";

export const handMade: readonly HandMadeMutant[] = [
  ...handMadeOfControllers,
  ...handMadeOfProviders,
  ...handMadeOfRuntime,
];
