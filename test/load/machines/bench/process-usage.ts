import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";

/** The resource usage of a process so far. */
export interface ProcessUsage {
  /** User and system time. */
  readonly cpuSeconds: number;
  /** Current resident memory. */
  readonly rssMiB: number;
  /** Highest resident memory so far. */
  readonly peakRssMiB: number;
}

/** Clock ticks per second in /proc: the same on every Linux that Node supports. */
const ticksPerSecond = 100;

/** The resource usage of a process, from /proc. */
export function usageOf(pid: number): ProcessUsage {
  const fields = statFields(pid);
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const mib = (line: string): number =>
    Number(new RegExp(`^${line}:\\s+(\\d+) kB$`, "m").exec(status)?.[1] ?? 0) / 1024;
  return {
    cpuSeconds: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond,
    rssMiB: mib("VmRSS"),
    peakRssMiB: mib("VmHWM"),
  };
}

/** The child processes of this process, by program name. */
export function childProcesses(): Map<string, number> {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const children = pids.flatMap((name): [string, number][] => {
    try {
      if (Number(statFields(Number(name))[1]) !== process.pid) return [];
      const [program = ""] = readFileSync(`/proc/${name}/cmdline`, "utf8").split("\0");
      return [[path.basename(program), Number(name)]];
    } catch {
      // The process has ended meanwhile.
      return [];
    }
  });
  return new Map(children);
}

/** The fields from the state on: the program's name before them may contain spaces and parentheses. */
function statFields(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}
