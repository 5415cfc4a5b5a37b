import { describe, expect, test } from "vitest";
import { faultyProviders } from "./faulty/index.ts";
import { survives } from "./faulty/killing.ts";

// `npm run perturb -- faulty-providers` runs them with every perturbation that must kill them.
describe.each(faultyProviders)("a provider of the role $role that $fault", (faulty) => {
  const [killer] = faulty.killedBy;
  test(`is killed by ${killer}`, async () => {
    expect(await survives(faulty, killer)).toBeUndefined();
  });
});
