// Writes release/: what `clusterctl` installs. Usage: npm run manifests
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { dump } from "js-yaml";
import { components } from "./components.ts";

const root = path.join(import.meta.dirname, "..");
const release = path.join(root, "release");

await mkdir(release, { recursive: true });
const documents = (await components()).map((object) => dump(object, { noRefs: true, lineWidth: -1 }));
await writeFile(path.join(release, "__type__-components.yaml"), documents.join("---\n"));
await copyFile(path.join(root, "metadata.yaml"), path.join(release, "metadata.yaml"));
