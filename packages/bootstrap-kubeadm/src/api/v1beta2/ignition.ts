import { Type } from "typebox";
import { section, text } from "./limits.ts";

/** Settings of `format: ignition`. */
export const IgnitionSpec = section(
  {
    containerLinuxConfig: Type.Optional(
      section(
        {
          additionalConfig: Type.Optional(
            text(32_768, "Container Linux Config that is appended to the one of this provider."),
          ),
          strict: Type.Optional(
            Type.Boolean({ description: "Whether a warning about additionalConfig is an error. Defaults to false." }),
          ),
        },
        "Container Linux Config for what this API has no fields for.",
      ),
    ),
  },
  "Settings of the Ignition format.",
);
/** Settings only for machines that boot with Ignition. */
export type IgnitionSpec = Type.Static<typeof IgnitionSpec>;
