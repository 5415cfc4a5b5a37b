import { type Break } from "./break.ts";
import { breaksOfTheDataModel } from "./of-the-data-model.ts";
import { breaksOfTheSequence } from "./of-the-sequence.ts";
import { breaksOfProviders } from "./of-providers.ts";
import { breaksOfBootstrap } from "./of-bootstrap.ts";
import { breaksOfRules } from "./of-rules.ts";
import { breaksOfPages } from "./of-pages.ts";

/** All breaks that `npm run measure -- breaks` tries. */
export const breaks: readonly Break[] = [
  ...breaksOfTheDataModel,
  ...breaksOfTheSequence,
  ...breaksOfProviders,
  ...breaksOfBootstrap,
  ...breaksOfRules,
  ...breaksOfPages,
];
