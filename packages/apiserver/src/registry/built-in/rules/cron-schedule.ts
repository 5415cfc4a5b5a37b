const months = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec";
const days = "sun|mon|tue|wed|thu|fri|sat";

/** The fields of a schedule: the lowest and highest number, and the names of numbers. */
const fields: readonly (readonly [min: number, max: number, names: string])[] = [
  [0, 59, ""],
  [0, 23, ""],
  [1, 31, ""],
  [1, 12, months],
  [0, 6, days],
];

const descriptor = /^@(yearly|annually|monthly|weekly|daily|midnight|hourly|every \S+)$/;
const form = /^([^-/]+)(?:-([^-/]+))?(?:\/(\d+))?$/;

/** The problem of a cron schedule, worded as in robfig/cron for the most common ones; undefined if there is none. */
export function scheduleProblem(schedule: string): string | undefined {
  if (schedule.startsWith("@")) return descriptor.test(schedule) ? undefined : `unrecognized descriptor: ${schedule}`;
  const given = schedule.split(/\s+/).filter((field) => field !== "");
  if (given.length !== fields.length) {
    return `expected exactly ${fields.length} fields, found ${given.length}: [${given.join(" ")}]`;
  }
  return fields
    .flatMap((bounds, index) => (given[index] ?? "").split(",").map((range) => rangeProblem(range, bounds)))
    .find((problem) => problem !== undefined);
}

/** `number | number "-" number [ "/" number ]`, where a star or a question mark matches everything. */
function rangeProblem(text: string, [min, max, names]: (typeof fields)[number]): string | undefined {
  const [, low = "", high = low] = form.exec(text) ?? [];
  if (low === "*" || low === "?") return undefined;
  const [start, end] = [low, high].map((part) => {
    const named = names.split("|").indexOf(part.toLowerCase());
    return names !== "" && named >= 0 ? named + min : /^\d+$/.test(part) ? Number(part) : Number.NaN;
  }) as [number, number];
  if (Number.isNaN(start + end)) return `failed to parse range: ${text}`;
  if (start < min) return `beginning of range (${start}) below minimum (${min}): ${text}`;
  if (end > max) return `end of range (${end}) above maximum (${max}): ${text}`;
  return start > end ? `beginning of range (${start}) beyond end of range (${end}): ${text}` : undefined;
}
