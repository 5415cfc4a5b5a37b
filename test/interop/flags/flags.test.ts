import { execFile } from "node:child_process";
import path from "node:path";
import { expect, test } from "vitest";
import { missing, otherDefaults, own } from "./differences.ts";
import { type Flags, goFlags } from "./help.ts";
import { helpOfOurs } from "./own-help.ts";

const assets = process.env.CAPSTAN_CLUSTER_API_ASSETS ?? "";
const peers = [
  ["capstan-core", "core-manager"],
  ["capstan-bootstrap-kubeadm", "kubeadm-bootstrap-manager"],
] as const;

/** Their help is written to standard error, with a different exit status. */
function helpOfTheirs(program: string): Promise<Flags> {
  return new Promise((resolve) => {
    execFile(path.join(assets, program), ["--help"], (_error, stdout, stderr) => {
      resolve(goFlags(`${stdout}${stderr}`));
    });
  });
}

/** The flags with a known reason for a difference, by list of reasons. */
type Used = Readonly<Record<"missing" | "otherDefaults" | "own", Set<string>>>;

function noneUsed(): Used {
  return { missing: new Set(), otherDefaults: new Set(), own: new Set() };
}

/** Compares the flags of two managers, and records the reasons that are needed. */
async function compare([name, program]: readonly [(typeof peers)[number][0], string], used: Used): Promise<void> {
  const [ours, theirs] = await Promise.all([helpOfOurs(name), helpOfTheirs(program)]);
  expect(theirs.size).toBeGreaterThan(30);
  expect(ours.size).toBeGreaterThan(30);
  expect(theirs.get("health-addr")?.initial).toBe(":9440");

  for (const [flag, { initial }] of theirs) {
    const same = ours.get(flag);
    if (same === undefined) {
      expect(missing, `--${flag} is missing`).toHaveProperty([flag]);
      used.missing.add(flag);
    } else if (same.initial !== initial) {
      expect(otherDefaults[flag], `--${flag}`).toMatchObject({ theirs: initial, ours: same.initial });
      used.otherDefaults.add(flag);
    }
  }
  for (const flag of ours.keys()) {
    if (theirs.has(flag)) continue;
    expect(own, `--${flag} is ours alone`).toHaveProperty([flag]);
    used.own.add(flag);
  }
}

test.runIf(assets !== "").each(peers)(
  "%s has the flags of the %s with the same defaults, or a reason for each difference",
  (...pair) => compare(pair, noneUsed()),
  60_000,
);

test.runIf(assets !== "")("every reason is still needed", async () => {
  const used = noneUsed();
  for (const pair of peers) await compare(pair, used);
  expect([...used.missing].toSorted()).toEqual(Object.keys(missing).toSorted());
  expect([...used.otherDefaults].toSorted()).toEqual(Object.keys(otherDefaults).toSorted());
  expect([...used.own].toSorted()).toEqual(Object.keys(own).toSorted());
});
