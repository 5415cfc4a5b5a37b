import { Type } from "typebox";
import { section, text } from "./limits.ts";

/** Settings of `format: ignition`. */
export const IgnitionSpec = section(
  {
    containerLinuxConfig: Type.Optional(
      section(
        {
          additionalConfig: Type.Optional(
            text(32_768, "Container Linux Config that is appended to the generated one."),
          ),
          strict: Type.Optional(
            Type.Boolean({ description: "Whether warnings about additionalConfig are errors. Defaults to false." }),
          ),
        },
        "Container Linux Config for settings without a field in this API.",
      ),
    ),
  },
  "Settings of the Ignition format.",
);
/** Settings only for machines that boot with Ignition. */
export type IgnitionSpec = Type.Static<typeof IgnitionSpec>;
