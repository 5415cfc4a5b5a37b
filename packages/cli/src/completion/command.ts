import process from "node:process";
import { Argument, Command } from "commander";
import { withHelp } from "../terminal/help.ts";
import { completionOf } from "./candidates.ts";

const shells = ["bash", "zsh", "fish"] as const;

/** The last line of a response to a shell: whether it may complete files, too. The scripts use the protocol of Go's cobra. */
const directive = { files: 0, noFiles: 4 };

/** `capstan completion`: prints the script with which a shell completes the commands, options and values of `capstan`. */
export function completionCommand(): Command {
  const command = new Command("completion")
    .description("Print a script that completes commands, options and values in a shell.")
    .addArgument(new Argument("<shell>", "your shell").choices(shells))
    .action(async (shell: (typeof shells)[number]) => {
      const { script } = await import("@bomb.sh/tab");
      script(shell, "capstan", "capstan");
    });
  return withHelp(command, {
    notes: [
      "The script calls `capstan`, which must be on the PATH, as after `npm install --global capstan`. The bash script needs the package bash-completion.",
    ],
    statuses: { 0: "printed" },
    examples: [
      ["source <(capstan completion bash)", "in ~/.bashrc"],
      ["source <(capstan completion zsh)", "in ~/.zshrc, after compinit"],
      ["capstan completion fish > ~/.config/fish/completions/capstan.fish", "once"],
    ],
  });
}

/** `capstan complete -- <words>`, which the scripts call. */
export function completeCommand(program: Command): Command {
  return new Command("complete")
    .description("Answer a script of `capstan completion`.")
    .argument("[words...]")
    .action((words: readonly string[]) => {
      const { candidates, files } = completionOf(program, words);
      const lines = candidates.map(({ word, meaning }) => `${word}\t${meaning}\n`);
      process.stdout.write(`${lines.join("")}:${files ? directive.files : directive.noFiles}\n`);
    });
}
