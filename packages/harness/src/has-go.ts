import { execFileSync } from "node:child_process";

/** Whether `go` is on the PATH. */
export function hasGo(): boolean {
  try {
    execFileSync("go", ["version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
