import { execFile } from "node:child_process";
import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

/**
 * The node image of CAPSTAN_NODE_IMAGE_ASSETS with Debian's cloud-init. Podman keeps its layers: it is built once for each node image.
 *
 * @returns its name.
 */
export async function cloudInitImage(nodeImage: string): Promise<string> {
  const image = nodeImage.replace("capstan-node:", "capstan-node-cloud-init:");
  await using context = await mkdtempDisposable(path.join(tmpdir(), "cloud-init-image-"));
  await writeFile(path.join(context.path, "Containerfile"), containerfile(nodeImage));
  // A sandbox may forbid the namespaces of containers; the build needs a root file system only.
  await promisify(execFile)("podman", ["build", "--isolation", "chroot", "--layers", "--tag", image, context.path]);
  return image;
}

function containerfile(nodeImage: string): string {
  const install = "apt-get install -yqq --no-install-recommends cloud-init";
  return `FROM ${nodeImage}\nRUN apt-get update -qq && DEBIAN_FRONTEND=noninteractive ${install}\n`;
}
