// The members that commands.test.ts starts: print their arguments, then end with a status, by a signal, or when interrupted.
import process from "node:process";

const [how = "", ...args] = process.argv.slice(2);
process.stdout.write(`${JSON.stringify(args)}\n`);
if (how === "status") process.exitCode = Number(args[0] ?? "0");
else if (how === "signal") process.kill(process.pid, "SIGKILL");
else {
  const wait = setInterval(() => undefined, 1_000);
  process.on(how as NodeJS.Signals, () => {
    process.stdout.write(`cleaned up after ${how}\n`);
    process.exitCode = 5;
    clearInterval(wait);
  });
  process.stdout.write("waiting\n");
}
