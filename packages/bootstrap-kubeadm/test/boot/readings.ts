import { type CloudInit, cloudInitVersion, ownReading, realCloudInit } from "./cloud-init.ts";
import { whyNoSandbox } from "./sandbox.ts";

/** Why no machine can boot here; undefined if one can. Tests say it in their title. */
export const noSandbox = await whyNoSandbox();

/** Added to the title of what is skipped for want of a sandbox. */
export const unlessSandbox = noSandbox === undefined ? "" : ` (skipped: ${noSandbox})`;

// It takes seconds where the reading here takes a tenth of one.
const wanted = process.env.CAPSTAN_BOOT === "cloud-init" || process.env.CAPSTAN_CLUSTER_API_ASSETS !== undefined;

/** What machines of the tests boot with: the reading here always, the real cloud-init where it is and is wanted. */
export const readings: readonly (readonly [name: string, CloudInit])[] = [
  ownReading,
  ...(wanted && cloudInitVersion !== undefined ? [realCloudInit] : []),
].map((reading) => [reading.name, reading]);

if (process.env.CAPSTAN_BOOT === "cloud-init" && cloudInitVersion === undefined) {
  throw new Error("CAPSTAN_BOOT=cloud-init requires cloud-init; install the package cloud-init");
}
