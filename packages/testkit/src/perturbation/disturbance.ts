import { ArgumentError } from "@capstan/kube";

/** The point of a disturbance: a write of the disturbed manager, or a call of the cloud, counted from 1. */
export type Moment = "write" | "cloud call";

/** A way to disturb the world. */
interface Way {
  readonly moment: Moment;
  /** The format for people; `#` is the number of the write or call, `*` a kind or an object. */
  readonly text: string;
}

/** Every way to disturb the world, by its name in `only`. */
export const ways = {
  "crash-before": { moment: "write", text: "crash before write #" },
  "crash-after": { moment: "write", text: "crash after write #" },
  "answer-409": { moment: "write", text: "answer 409 to write #" },
  "answer-429": { moment: "write", text: "answer 429 to write #" },
  "answer-500": { moment: "write", text: "answer 500 to write #" },
  "lose-answer": { moment: "write", text: "lose the answer to write #" },
  "stale-cache": { moment: "write", text: "hold back events of * from write #" },
  "skipped-events": { moment: "write", text: "skip events of * from write #" },
  "reconcile-again": { moment: "write", text: "reconcile all again at write #" },
  "leader-change": { moment: "write", text: "change the leader at write #" },
  "replaced-object": { moment: "write", text: "replace * at write #" },
  "clock-forward": { moment: "write", text: "set the clock forward at write #" },
  "clock-back": { moment: "write", text: "set the clock back at write #" },
  "cloud-refuses": { moment: "cloud call", text: "refuse cloud call #" },
  "cloud-times-out": { moment: "cloud call", text: "lose the answer to cloud call #" },
  "crash-after-call": { moment: "cloud call", text: "crash after cloud call #" },
} as const satisfies Readonly<Record<string, Way>>;

/** The name of a way to disturb the world. */
export type DisturbanceName = keyof typeof ways;

/** The names of all ways. */
export const disturbanceNames = Object.keys(ways) as readonly DisturbanceName[];

/** A single disturbance at one point. */
export interface Disturbance {
  /** The way to disturb the world. */
  readonly name: DisturbanceName;
  /** The number of the write or call. */
  readonly at: number;
  /** The kind whose events are held back, or the replaced object, as `Secret/m1`. */
  readonly of?: string;
  /** The undisturbed write or call at that point, for people. */
  readonly point?: string;
}

/** The disturbances of one run. */
export type Schedule = readonly Disturbance[];

/** Formats a schedule: `crash after write 7: patch HelloMachine/m1 status`; several are separated by `; `. */
export function scheduleText(schedule: Schedule): string {
  return schedule.map(disturbanceText).join("; ");
}

function disturbanceText({ name, at, of = "", point }: Disturbance): string {
  const text = ways[name].text.replace("*", of).replace("#", String(at));
  return point === undefined ? text : `${text}: ${point}`;
}

/**
 * Parses the format of {@link scheduleText}.
 *
 * @throws ArgumentError it is not a schedule.
 */
export function parseSchedule(text: string): Schedule {
  return text.split(";").map((part) => {
    const [what = ""] = part.trim().split(": ");
    for (const name of disturbanceNames) {
      const found = expressionOf(name).exec(what);
      if (found?.groups === undefined) continue;
      const { at, of } = found.groups;
      return { name, at: Number(at), ...(of === undefined ? {} : { of }) };
    }
    const known = disturbanceNames.map((name) => ways[name].text).join(", ");
    throw new ArgumentError(
      `"${what}" is not a disturbance; use one of these, with numbers for # and names for *: ${known}`,
    );
  });
}

function expressionOf(name: DisturbanceName): RegExp {
  return new RegExp(`^${ways[name].text.replace("*", String.raw`(?<of>\S+)`).replace("#", String.raw`(?<at>\d+)`)}$`);
}
