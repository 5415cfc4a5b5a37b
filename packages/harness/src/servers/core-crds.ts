import process from "node:process";
import { installedCoreCRDs } from "@capstan/testkit";

/** Whether they are Capstan's, whose schemas contain the checks that upstream has only in the Go core's webhooks. */
export const areOwnCRDs = (process.env.CAPSTAN_CORE_CRDS ?? "") === "";

/** The CRDs of the core's kinds: Capstan's or, with CAPSTAN_CORE_CRDS=<folder>, those of that folder. */
export const coreCRDs = installedCoreCRDs();
