import { ageOf } from "../../src/describe/age.ts";
import { usePage } from "../state/page.ts";

/** The time since then, kept current: `12s`, `5m`. */
export function Age({ time }: { readonly time: string | undefined }) {
  const { world } = usePage();
  if (time === undefined) return null;
  return (
    <time class="age" dateTime={time} title={time}>
      {ageOf(time, world.now.value)}
    </time>
  );
}

/** A time of day, to the tenth of a second. */
export function clockText(time: string): string {
  const date = new Date(time);
  const parts = [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => String(part).padStart(2, "0"));
  return `${parts.join(":")}.${Math.floor(date.getMilliseconds() / 100)}`;
}
