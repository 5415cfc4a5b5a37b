import { type CommandLine } from "./command-line.ts";

/** One of the things that a script of package.json does: `npm run <family> -- <member>`. */
export interface Member {
  readonly name: string;
  /** What it does, in one line. */
  readonly does: string;
  /** What must have run before, such as a build; what it prints is not output of the member. */
  readonly after?: readonly CommandLine[];
  readonly runs: CommandLine;
}

/** A script of package.json that does several things of one kind. */
export interface Family {
  /** Also the name of the script. */
  readonly name: string;
  readonly does: string;
  /** The member that runs if none is named; without it, its members are listed. */
  readonly byDefault?: string;
  readonly members: readonly Member[];
}

/** How a member is started: `npm run bench -- tenants`. */
export function callOf(family: Family, member: Member): string {
  return `npm run ${family.name} -- ${member.name}`;
}

/** Whether the arguments ask what there is, and for nothing else. */
export function asksForHelp(args: readonly string[]): boolean {
  return args.some((argument) => ["-h", "--help"].includes(argument));
}
