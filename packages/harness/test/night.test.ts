import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

async function seedsOf(night: string | undefined, count: number): Promise<number[]> {
  vi.stubEnv("CAPSTAN_NIGHTLY", night);
  vi.resetModules();
  const { firstSeed } = await import("@capstan/harness/night");
  return Array.from({ length: count }, (_, index) => firstSeed(1, count) + index);
}

test("drawn cases have the same seeds at each change, and no seed twice in two nights", async () => {
  expect(await seedsOf(undefined, 3)).toEqual([1, 2, 3]);
  expect(await seedsOf(undefined, 3)).toEqual([1, 2, 3]);
  const nights = [await seedsOf("20786", 3), await seedsOf("20787", 3)];
  expect(new Set(nights.flat()).size).toBe(6);
  expect(await seedsOf("20786", 3)).toEqual(nights[0]);
});
