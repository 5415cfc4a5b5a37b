import { Type } from "@capstan/provider";

/** The schema of a range of durations, in milliseconds; each machine gets its own, always the same, value in it. */
export function durationRange(description: string) {
  return Type.Optional(
    Type.Object(
      {
        minMilliseconds: Type.Integer({ minimum: 0, maximum: 3_600_000 }),
        maxMilliseconds: Type.Integer({ minimum: 0, maximum: 3_600_000 }),
      },
      { description },
    ),
  );
}
