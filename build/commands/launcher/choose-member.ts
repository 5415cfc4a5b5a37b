import { optionsFrom, script } from "@capstan/harness/script";
import { asksForHelp, type Family, type Member } from "../family/family.ts";

/** A member, and the arguments for it. */
export interface Choice {
  readonly member: Member;
  readonly args: readonly string[];
}

/**
 * Parses the arguments of a family's script.
 *
 * @throws CommanderError - help is requested, no member has this name, or the member takes no such arguments; the output was already
 * printed.
 */
export function chooseMember(family: Family, args: readonly string[]): Choice {
  const chosen: Choice[] = [];
  const program = programOf(family, (choice) => chosen.push(choice));
  optionsFrom(program, isForDefault(family, args) ? [family.byDefault, ...args] : args);
  const [choice] = chosen;
  if (choice === undefined) throw new TypeError(`npm run ${family.name} has read its arguments and chosen nothing`);
  return choice;
}

/** Whether they name no member and do not request help. */
function isForDefault(family: Family, args: readonly string[]): family is Family & { readonly byDefault: string } {
  const [first = "-"] = args;
  return family.byDefault !== undefined && first.startsWith("-") && !asksForHelp([first]);
}

function programOf(family: Family, choose: (choice: Choice) => void) {
  const program = script(family.does, notesOf(family))
    .name(`npm run ${family.name} --`)
    .exitOverride()
    .enablePositionalOptions()
    .helpCommand(false)
    .configureHelp({ subcommandTerm: (command) => command.name() });
  for (const member of family.members) {
    const { takes } = member.runs;
    const command = program.command(member.name).description(member.does);
    command.action(() => {
      choose({ member, args: command.args });
    });
    if (takes !== "none")
      command.argument("[arguments...]", "as vitest takes them").allowUnknownOption().passThroughOptions();
    // A member that parses its own arguments has more detailed help.
    if (takes === "its own") command.helpOption(false);
  }
  // The help of a family is the list of its members.
  return program.showHelpAfterError(true);
}

function notesOf({ name, byDefault }: Family): string {
  const rest = `npm run ${name} -- <command> --help describes a command.`;
  return byDefault === undefined ? rest : `Without a command: ${byDefault}. ${rest}`;
}
