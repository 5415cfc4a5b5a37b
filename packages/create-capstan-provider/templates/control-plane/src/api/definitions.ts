import { __ControlPlaneKind__ } from "./__controlPlaneFile__.ts";

/** The kinds of this provider: CRDs and roles follow from them. */
export const definitions = [__ControlPlaneKind__] as const;
