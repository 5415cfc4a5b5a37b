import { Type } from "@capstan/provider";

/** The schema of a range of durations, in milliseconds. Each machine gets a value in it that is always the same. */
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
