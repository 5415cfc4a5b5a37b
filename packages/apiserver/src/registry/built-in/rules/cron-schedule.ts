import { readDuration } from "@capstan/kube";

/** A field of a schedule: its range, and the names of numbers. */
interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly names?: readonly string[];
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const days = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

const fields: readonly Bounds[] = [
  { min: 0, max: 59 },
  { min: 0, max: 23 },
  { min: 1, max: 31 },
  { min: 1, max: 12, names: months },
  { min: 0, max: 6, names: days },
];

const descriptors = ["@yearly", "@annually", "@monthly", "@weekly", "@daily", "@midnight", "@hourly"];

/** The problem of a cron schedule, worded as in robfig/cron; undefined if there is none. */
export function scheduleProblem(schedule: string): string | undefined {
  if (schedule.startsWith("@")) return descriptorProblem(schedule);
  const given = schedule.split(/\s+/).filter((field) => field !== "");
  if (given.length !== fields.length) {
    return `expected exactly 5 fields, found ${given.length}: [${given.join(" ")}]`;
  }
  for (const [index, bounds] of fields.entries()) {
    for (const range of (given[index] ?? "").split(",").filter((part) => part !== "")) {
      const problem = rangeProblem(range, bounds);
      if (problem !== undefined) return problem;
    }
  }
  return undefined;
}

function descriptorProblem(descriptor: string): string | undefined {
  if (descriptors.includes(descriptor)) return undefined;
  const every = "@every ";
  if (!descriptor.startsWith(every)) return `unrecognized descriptor: ${descriptor}`;
  const duration = descriptor.slice(every.length);
  if (readDuration(duration) !== undefined) return undefined;
  return `failed to parse duration ${descriptor}: time: invalid duration ${JSON.stringify(duration)}`;
}

/** `number | number "-" number [ "/" number ]`, where a star or a question mark matches everything. */
function rangeProblem(text: string, bounds: Bounds): string | undefined {
  const [range = "", step, ...moreSteps] = text.split("/");
  const [low = "", high, ...more] = range.split("-");
  const isAll = low === "*" || low === "?";
  if (!isAll && more.length > 0) return `too many hyphens: ${text}`;
  const start = isAll ? bounds.min : numberOf(low, bounds);
  if (typeof start === "string") return start;
  const stated = isAll ? bounds.max : high === undefined ? start : numberOf(high, bounds);
  if (typeof stated === "string") return stated;
  if (moreSteps.length > 0) return `too many slashes: ${text}`;
  const by = step === undefined ? 1 : unsigned(step);
  if (typeof by === "string") return by;
  // "N/step" means "N-max/step".
  const end = step !== undefined && !isAll && high === undefined ? bounds.max : stated;
  if (start < bounds.min) return `beginning of range (${start}) below minimum (${bounds.min}): ${text}`;
  if (end > bounds.max) return `end of range (${end}) above maximum (${bounds.max}): ${text}`;
  if (start > end) return `beginning of range (${start}) beyond end of range (${end}): ${text}`;
  return by === 0 ? `step of range should be a positive number: ${text}` : undefined;
}

function numberOf(text: string, { names = [], min }: Bounds): number | string {
  const named = names.indexOf(text.toLowerCase());
  return named === -1 ? unsigned(text) : named + min;
}

function unsigned(text: string): number | string {
  if (!/^[-+]?\d+$/.test(text)) {
    return `failed to parse int from ${text}: strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`;
  }
  const value = Number(text);
  return value < 0 ? `negative number (${value}) not allowed: ${text}` : value;
}
