import { __ConfigKind__ } from "./__configFile__.ts";
import { __ControlPlaneKind__ } from "./__controlPlaneFile__.ts";

/** The kinds of this provider: CRDs and roles follow from them. */
export const definitions = [__ControlPlaneKind__, __ConfigKind__] as const;
