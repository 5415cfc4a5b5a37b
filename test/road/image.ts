import { ImageStore } from "@capstan/harness/publishing";
import type { Role } from "./project.ts";
import type { Steps } from "./steps.ts";

/**
 * Builds the image of each project from its Dockerfile, and starts it as its user.
 * @param tarballs - the folder of the packed packages, which a project would get from the registry.
 */
export async function buildImages(projects: ReadonlyMap<Role, string>, tarballs: string, steps: Steps): Promise<void> {
  await using images = await ImageStore.create();
  for (const [role, project] of projects) {
    const image = await steps.timed(role, "docker build", 1, async () =>
      // At the paths in package.json and in the lock file, relative to the working directory of the Dockerfile.
      images.build(project, { [tarballs]: tarballs, "/tarballs": tarballs }),
    );
    await steps.timed(role, "docker run", 0, async () => {
      const help = await images.run(image, ["--help"]);
      if (!help.includes("--kubeconfig")) throw new Error(`${role}: the image prints\n${help}`);
    });
  }
}
