import process from "node:process";
import { installedCoreCRDs } from "@capstan/testkit";

/** Whether they are ours, whose schemas say what upstream says in the webhooks of the Go core only. */
export const areOwnCRDs = (process.env.CAPSTAN_CORE_CRDS ?? "") === "";

/** The CRDs of the core's kinds: ours, or with CAPSTAN_CORE_CRDS=<folder> those of that folder. */
export const coreCRDs = installedCoreCRDs();
