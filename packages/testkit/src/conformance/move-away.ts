import type { Scene } from "./scene.ts";
import { must } from "./not-so.ts";

/** What clusterctl does to the source of a move: pause, mark, delete, strip of finalizers. */
export async function moveAway(scene: Scene): Promise<void> {
  await scene.pauseCluster(true);
  await scene.patch({ metadata: { annotations: { "clusterctl.cluster.x-k8s.io/delete-for-move": "" } } });
  await scene.delete();
  await scene.pass(30);
  if (await scene.exists()) await scene.patch({ metadata: { finalizers: null } });
  await scene.pass(30);
  must(!(await scene.exists()), "it is still there without a finalizer");
}
