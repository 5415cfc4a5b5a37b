import { addresses } from "./addresses.ts";
import { conversions } from "./conversions.ts";
import { lists } from "./lists.ts";
import { operators } from "./operators.ts";
import { optionals } from "./optionals.ts";
import { type Overload } from "./overload.ts";
import { patterns } from "./patterns.ts";
import { quantities } from "./quantities.ts";
import { strings } from "./strings.ts";
import { time } from "./time.ts";
import { urls } from "./urls.ts";

/** The functions of expressions, by name: those of Kubernetes, except for `semver`, `format` and `authorizer`. */
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
  ],
  ({ name }) => name,
);
