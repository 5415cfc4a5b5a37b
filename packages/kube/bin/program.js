// What the programs of all packages begin with. Plain JavaScript that old versions of Node read, too: it is what tells their users.
import { readFileSync } from "node:fs";
import process from "node:process";
import { URL } from "node:url";

/**
 * Runs `main` of a package: the build where it is installed; in the repository the sources, so that no build can be stale. Ends with a
 * sentence where Node is older than the package needs.
 *
 * @param {string} bin - URL of the program in the package's folder `bin`.
 * @returns {Promise<void>} resolves once the module is loaded.
 */
export async function runProgram(bin) {
  const { name, engines } = JSON.parse(readFileSync(new URL("../package.json", bin), "utf8"));
  const needed = engines.node.replace(">=", "");
  if (isOlder(process.versions.node, needed)) {
    process.stderr.write(
      `${name} needs Node.js ${needed} or newer, and this is ${process.versions.node}. Install one from https://nodejs.org.\n`,
    );
    process.exitCode = 1;
    return;
  }
  if (bin.includes("/node_modules/")) {
    await import(new URL("../dist/main.js", bin).href);
    return;
  }
  const { registerHooks } = await import("node:module");
  registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier, { ...context, conditions: ["source", ...context.conditions] }),
  });
  await import(new URL("../src/main.ts", bin).href);
}

/**
 * @param {string} version - such as `20.1.0`.
 * @param {string} needed - such as `22.19`.
 */
function isOlder(version, needed) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [neededMajor = 0, neededMinor = 0] = needed.split(".").map(Number);
  return major < neededMajor || (major === neededMajor && minor < neededMinor);
}
