// A family for commands.test.ts, not one of this repository's.
import process from "node:process";
import { reading } from "../../../build/commands/family/command-line.ts";
import { type Member } from "../../../build/commands/family/family.ts";
import { launch } from "../../../build/commands/launcher/launch.ts";

function ends(name: string, how = name): Member {
  return { name, does: `ends by ${how}`, runs: reading("test/run/commands/member.ts", { first: [how] }) };
}

const [broken] = [ends("status").runs].map((line) => ({ ...line, argv: [...line.argv, "4"] }));
const members = [
  ends("status"),
  ends("signal"),
  ends("interrupted", "SIGINT"),
  ends("ended", "SIGTERM"),
  { ...ends("built", "status"), after: [ends("status").runs] },
  { ...ends("broken", "status"), after: broken === undefined ? [] : [broken] },
];
await launch(
  [{ name: "ends", does: "Ends in several ways.", byDefault: "status", members }],
  ["ends", ...process.argv.slice(2)],
);
