import { orExit, refuse } from "@capstan/harness/script";
import { type Family } from "../family/family.ts";
import { chooseMember } from "./choose-member.ts";
import { endAs, runMember } from "./run-member.ts";

/** Runs the member of a command line, `bench tenants --json`, and ends this process in the same way. */
export async function launch(families: readonly Family[], [name = "", ...args]: readonly string[]): Promise<void> {
  const family = families.find((each) => each.name === name);
  if (family === undefined) refuse(`${name} is not one of ${families.map((each) => each.name).join(", ")}`);
  const choice = orExit(() => chooseMember(family, args));
  endAs(await runMember(family, choice));
}
