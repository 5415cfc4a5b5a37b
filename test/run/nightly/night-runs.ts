import { compare } from "../../../build/commands/families/compare.ts";
import { hostile } from "../../../build/commands/families/hostile.ts";
import { measure } from "../../../build/commands/families/measure.ts";
import { moreTests } from "../../../build/commands/families/more-tests.ts";
import { perturb } from "../../../build/commands/families/perturb.ts";
import { release } from "../../../build/commands/families/release.ts";
import { road } from "../../../build/commands/families/road.ts";
import { soak } from "../../../build/commands/families/soak.ts";
import { suites } from "../../../build/commands/families/suites.ts";
import { callOf, type Family, type Member } from "../../../build/commands/family/family.ts";

/** A variable with the folder of a reference build. */
export type Reference = "KUBEBUILDER_ASSETS" | "CAPSTAN_CLUSTER_API_ASSETS";

/** A run that takes too long for each change. */
export interface NightRun {
  /** Family and member, such as `hostile-tenants`. */
  readonly name: string;
  readonly family: Family;
  readonly member: Member;
  readonly args: readonly string[];
  /** The run is skipped if one of these variables is unset. */
  readonly needs: readonly Reference[];
}

const kubernetes: readonly Reference[] = ["KUBEBUILDER_ASSETS"];
const both: readonly Reference[] = [...kubernetes, "CAPSTAN_CLUSTER_API_ASSETS"];

/** All runs of one night, in order. Each night uses different seeds. */
export function nightRuns(night: number): readonly NightRun[] {
  const seed = ["--seed", String(night)];
  return [
    run(moreTests, "shuffled", { args: ["--seeds", String(night)] }),
    run(moreTests, "secrets"),
    run(moreTests, "schedules"),
    run(hostile, "tenants", { args: ["--seed", String(night * 2_000)] }),
    run(hostile, "conversions", { args: seed }),
    run(hostile, "api-server", { args: seed }),
    run(suites, "controller-runtime", { needs: kubernetes }),
    run(suites, "kubernetes", { needs: kubernetes }),
    run(compare, "rules", { needs: kubernetes }),
    run(compare, "definitions", { needs: kubernetes, args: seed }),
    run(compare, "selectors", { needs: kubernetes }),
    run(compare, "templates", { args: seed }),
    run(compare, "kubeadm", { needs: both }),
    run(compare, "conformance", { needs: kubernetes }),
    run(compare, "cloud-init"),
    run(compare, "upstream-crds", { needs: both }),
    run(road, "author"),
    run(release, "dry-run"),
    run(perturb, "providers"),
    run(perturb, "faulty-providers"),
    run(soak, "machines", { args: seed }),
    run(soak, "cache", { args: seed }),
    run(soak, "leadership", { needs: kubernetes }),
    run(measure, "breaks"),
    run(measure, "mutants"),
  ];
}

/** The number of days in UTC since 1970. */
export function nightOf(timeMs: number): number {
  return Math.floor(timeMs / 86_400_000);
}

/** The command that repeats it. */
export function commandOf({ family, member, args }: NightRun): string {
  return [callOf(family, member), ...args].join(" ");
}

function run(
  family: Family,
  name: string,
  { args = [], needs = [] }: Partial<Pick<NightRun, "args" | "needs">> = {},
): NightRun {
  const member = family.members.find((each) => each.name === name);
  if (member === undefined) throw new TypeError(`npm run ${family.name} has no command ${name}`);
  return { name: `${family.name.replace(":", "-")}-${name}`, family, member, args, needs };
}
