import { burst } from "./burst.ts";
import type { Course } from "./course.ts";
import { expired } from "./expired.ts";
import { firstRead } from "./first-read.ts";
import { halfOpen } from "./half-open.ts";
import { outage } from "./outage.ts";
import { restore } from "./restore.ts";
import { steady } from "./steady.ts";

/** Every course, by its name for `--only`. */
export const courses: ReadonlyMap<string, Course> = new Map([
  ["sync", firstRead],
  ["events", steady],
  ["burst", burst],
  ["outage", outage],
  ["410", expired],
  ["half-open", halfOpen],
  ["restore", restore],
]);
