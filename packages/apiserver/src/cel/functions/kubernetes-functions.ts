import { addresses } from "./addresses.ts";
import { authorization } from "./authorization.ts";
import { conversions } from "./conversions.ts";
import { namedFormats } from "./formats.ts";
import { lists } from "./lists.ts";
import { operators } from "./operators.ts";
import { optionals } from "./optionals.ts";
import { type Overload } from "./overload.ts";
import { patterns } from "./patterns.ts";
import { quantities } from "./quantities.ts";
import { strings } from "./strings.ts";
import { time } from "./time.ts";
import { urls } from "./urls.ts";
import { versions } from "./versions.ts";

/** Every function of expressions in Kubernetes, by name. */
export const kubernetesFunctions: ReadonlyMap<string, readonly Overload[]> = Map.groupBy(
  [
    ...operators,
    ...conversions,
    ...strings,
    ...time,
    ...optionals,
    ...lists,
    ...patterns,
    ...urls,
    ...addresses,
    ...quantities,
    ...versions,
    ...namedFormats,
    ...authorization,
  ],
  ({ name }) => name,
);
