import { type CloudInit, cloudInitVersion, ownReading, realCloudInit } from "./cloud-init.ts";
import { whyNoSandbox } from "./sandbox.ts";

/** The reason why no machine can boot here; undefined if one can. Test titles contain it. */
export const noSandbox = await whyNoSandbox();

/** Added to the title of tests that are skipped because no sandbox is available. */
export const unlessSandbox = noSandbox === undefined ? "" : ` (skipped: ${noSandbox})`;

// It takes seconds, and the built-in implementation a tenth of a second.
const wanted = process.env.CAPSTAN_BOOT === "cloud-init" || process.env.CAPSTAN_CLUSTER_API_ASSETS !== undefined;

/** The implementations with which test machines boot: always the built-in one, and the real cloud-init if it is installed and enabled. */
export const readings: readonly (readonly [name: string, CloudInit])[] = [
  ownReading,
  ...(wanted && cloudInitVersion !== undefined ? [realCloudInit] : []),
].map((reading) => [reading.name, reading]);

if (process.env.CAPSTAN_BOOT === "cloud-init" && cloudInitVersion === undefined) {
  throw new Error("CAPSTAN_BOOT=cloud-init requires cloud-init; install the package cloud-init");
}
