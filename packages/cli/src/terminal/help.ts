import type { Command } from "commander";

/** The help of a command after its options. */
export interface HelpNotes {
  /** What each exit status of the command means; {@link usageStatus} is added. */
  readonly statuses: Readonly<Record<number, string>>;
  /** Command lines, with a comment unless they are self-explanatory. */
  readonly examples: readonly (string | readonly [line: string, comment: string])[];
  /** Any other information for users, as whole lines. */
  readonly notes?: readonly string[];
}

/** Exit status of every command whose arguments or options are invalid. */
export const usageStatus = 2;

/** Adds notes, exit statuses and examples to the help of a command, in the same form for all commands. */
export function withHelp(command: Command, { statuses, examples, notes = [] }: HelpNotes): Command {
  const means = Object.entries({ ...statuses, [usageStatus]: withUsage(statuses[usageStatus]) });
  const width = Math.max(...examples.map((example) => (typeof example === "string" ? 0 : example[0].length)));
  return command.addHelpText(
    "after",
    [
      "",
      ...notes.flatMap((line) => [line, ""]),
      "Exit status:",
      ...means.map(([status, meaning]) => `  ${status.padStart(3)}  ${meaning}`),
      "",
      "Examples:",
      ...examples.map((example) =>
        typeof example === "string" ? `  ${example}` : `  ${example[0].padEnd(width)}  # ${example[1]}`,
      ),
    ].join("\n"),
  );
}

function withUsage(meaning: string | undefined): string {
  const usage = "an argument or option is invalid";
  return meaning === undefined ? usage : `${meaning}, or ${usage}`;
}
