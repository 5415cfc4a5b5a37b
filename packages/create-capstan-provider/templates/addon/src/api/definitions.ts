import { __AddonKind__ } from "./__addonFile__.ts";

/** The kinds of this provider: CRDs and roles follow from them. */
export const definitions = [__AddonKind__] as const;
