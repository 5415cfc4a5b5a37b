import { type CommandLine } from "./command-line.ts";

/** A member of a script of package.json: `npm run <family> -- <member>`. */
export interface Member {
  readonly name: string;
  /** Its purpose, in one line. */
  readonly does: string;
  /** Prerequisites, such as a build; their output is not the member's. */
  readonly after?: readonly CommandLine[];
  readonly runs: CommandLine;
}

/** A script of package.json with several members of one kind. */
export interface Family {
  /** Also the name of the script. */
  readonly name: string;
  readonly does: string;
  /** The default member; without it, the script lists its members. */
  readonly byDefault?: string;
  readonly members: readonly Member[];
}

/** The command of a member: `npm run bench -- tenants`. */
export function callOf(family: Family, member: Member): string {
  return `npm run ${family.name} -- ${member.name}`;
}

/** Whether the arguments request only help. */
export function asksForHelp(args: readonly string[]): boolean {
  return args.some((argument) => ["-h", "--help"].includes(argument));
}
