import { type Family } from "../family/family.ts";
import { bench } from "./bench.ts";
import { build } from "./build.ts";
import { compare } from "./compare.ts";
import { demo } from "./demo.ts";
import { docs } from "./docs.ts";
import { hostile } from "./hostile.ts";
import { measure } from "./measure.ts";
import { moreTests } from "./more-tests.ts";
import { packages } from "./packages.ts";
import { perturb } from "./perturb.ts";
import { release } from "./release.ts";
import { road } from "./road.ts";
import { soak } from "./soak.ts";
import { suites } from "./suites.ts";

/** The scripts of package.json with several members. */
export const families: readonly Family[] = [
  demo,
  moreTests,
  hostile,
  compare,
  suites,
  perturb,
  build,
  docs,
  bench,
  soak,
  measure,
  road,
  packages,
  release,
];
