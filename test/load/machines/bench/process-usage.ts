import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";

/** What a process has used so far. */
export interface ProcessUsage {
  /** User and system time. */
  readonly cpuSeconds: number;
  /** Resident memory now. */
  readonly rssMiB: number;
  /** Highest resident memory so far. */
  readonly peakRssMiB: number;
}

/** Clock ticks a second in /proc: the same on every Linux that Node runs on. */
const ticksPerSecond = 100;

/** What a process has used, from /proc. */
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

/** The processes that this one has started, by the name of their program. */
export function childProcesses(): Map<string, number> {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const children = pids.flatMap((name): [string, number][] => {
    try {
      if (Number(statFields(Number(name))[1]) !== process.pid) return [];
      const [program = ""] = readFileSync(`/proc/${name}/cmdline`, "utf8").split("\0");
      return [[path.basename(program), Number(name)]];
    } catch {
      // It has ended meanwhile.
      return [];
    }
  });
  return new Map(children);
}

/** The fields from the state on: what comes before is the program's name, which may hold spaces and parentheses. */
function statFields(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}
