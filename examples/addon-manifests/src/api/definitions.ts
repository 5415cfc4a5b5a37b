import { ManifestSet } from "./manifest-set.ts";

/** The kinds of this provider. */
export const definitions = [ManifestSet] as const;
