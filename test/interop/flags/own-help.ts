import { type managerCommands, ManagerProcess } from "../../e2e/manager-process.ts";
import { type Flags, ownFlags } from "./help.ts";

/** The managers as separate programs. */
export type Program = Exclude<keyof typeof managerCommands, "capstan-apiserver">;

/** The flags of one of Capstan's managers. */
export async function helpOfOurs(name: Program): Promise<Flags> {
  await using manager = new ManagerProcess(name, ["--help"]);
  if ((await manager.ended()) !== 0) throw new Error(`${name} --help failed:\n${manager.output}`);
  return ownFlags(manager.output);
}
