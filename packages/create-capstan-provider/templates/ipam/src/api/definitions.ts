import { __IPPoolKind__ } from "./__ipPoolFile__.ts";

/** The kinds of this provider: CRDs and roles follow from them. */
export const definitions = [__IPPoolKind__] as const;
