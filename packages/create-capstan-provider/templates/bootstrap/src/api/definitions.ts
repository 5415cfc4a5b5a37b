import { __ConfigKind__ } from "./__configFile__.ts";

/** The kinds of this provider: CRDs and roles follow from them. */
export const definitions = [__ConfigKind__] as const;
