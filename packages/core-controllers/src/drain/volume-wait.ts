import { attachmentsOf, awaitedVolumes, isDetached, volumesMessage } from "./attached-volumes.ts";
import { type Pass, type PassOptions } from "./node-drain.ts";
import { type NodePods, readDrainPlan } from "./node-pods.ts";
import { PersistentVolume, VolumeAttachment } from "./workload-kinds.ts";

const objectsPerPage = 100;

/**
 * Checks once whether volumes are still attached to a Node. If none is, the check costs one request.
 *
 * @param nodeVolumes - the Node's `status.volumesAttached`.
 * @throws ApiError.
 */
export async function checkVolumes(
  of: NodePods,
  nodeVolumes: readonly { readonly name: string }[],
  options: PassOptions,
): Promise<Pass> {
  const { signal, startedAt, workload } = options;
  const page = { limit: objectsPerPage, signal };
  const attachments = attachmentsOf(of.nodeName, nodeVolumes, (await workload.list(VolumeAttachment, page)).items);
  if (isDetached(attachments)) return { done: true };
  const read = await readDrainPlan(options, of, signal);
  if ("fault" in read) return { done: false, message: read.fault };
  const { items: volumes } = await workload.list(PersistentVolume, page);
  const message = volumesMessage(awaitedVolumes(attachments, volumes, read.plan.skipped), startedAt);
  return message === undefined ? { done: true } : { done: false, message };
}
