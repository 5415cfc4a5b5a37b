import { listFault } from "@capstan/harness/faults";
import { type AddonUnderTest, describeAddonContract, RuleBroken } from "@capstan/testkit/conformance";
import { describe, expect, test } from "vitest";
import { addonCases } from "../../src/conformance/addon/addon-cases.ts";
import { tryAddonCase } from "../../src/conformance/addon/try-addon-case.ts";
import { faultyAddonProviders, titleOfAddon } from "./raw/faulty-addons.ts";
import { RawAddon, RawAddonProvider } from "./raw/raw-addon.ts";

const raw = (provider: new () => RawAddonProvider): AddonUnderTest<typeof RawAddon> => ({
  definition: RawAddon,
  spec: { text: "hi" },
  reconcilers: () => [new provider()],
});

describeAddonContract(raw(RawAddonProvider));

describe("the conformance suite for add-on providers", () => {
  for (const faulty of faultyAddonProviders) {
    test(titleOfAddon(faulty), { timeout: 120_000 }, async (context) => {
      const { fault, breaks, provider } = faulty;
      const cases = addonCases({}).filter(({ sentence }) => sentence.includes(breaks));
      const caughtBy = `the conformance suite: add-on ${cases.map(({ sentence }) => sentence).join(", or ")}`;
      listFault(context, { fault: `add-on provider that ${fault}`, breaks: [breaks], caughtBy });
      const found: unknown[] = [];
      for (const tried of cases) {
        await tryAddonCase(raw(provider) as unknown as AddonUnderTest, tried, "embedded").catch((error: unknown) => {
          found.push(error);
        });
      }
      expect(found.filter((error) => error instanceof RuleBroken)).not.toEqual([]);
      expect(found.filter((error) => !(error instanceof RuleBroken))).toEqual([]);
    });
  }

  test("every case finds a fault", () => {
    const unused = addonCases({}).filter(({ sentence }) => {
      return !faultyAddonProviders.some(({ breaks }) => sentence.includes(breaks));
    });
    expect(unused).toEqual([]);
  });
});
