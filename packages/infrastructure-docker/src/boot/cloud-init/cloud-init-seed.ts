import type { InstanceData } from "@capstan/bootstrap-data";
import type { ContainerFile } from "../../engine/engine.ts";
import { bootFolder } from "../boot-archive.ts";
import { cloudInitScript } from "./cloud-init-script.ts";

/** The folder in which cloud-init's datasource NoCloud finds an instance. */
const seedFolder = "/var/lib/cloud/seed/nocloud";

/** The program in the container that records and reports the boot. */
export const cloudInitProgram = `${bootFolder}/cloud-init.sh`;

/** The engine has configured the network; cloud-init has nothing to look for. */
const configuration = "datasource_list: [NoCloud]\nnetwork: {config: disabled}\n";

/**
 * The files with which the cloud-init of an image boots a container, to be written before its first start. Pure.
 *
 * @param images - how many images must be imported before commands run.
 */
export function cloudInitSeed(userData: string, instance: InstanceData, images: number): readonly ContainerFile[] {
  const metadata = { "instance-id": instance.instanceID, "local-hostname": instance.localHostname };
  return [
    { path: cloudInitProgram, content: cloudInitScript },
    file("/etc/cloud/cloud.cfg.d/99-capstan.cfg", configuration),
    dropIn("cloud-init-local", [`ExecStartPre=-/bin/sh ${cloudInitProgram} begin`]),
    dropIn("cloud-final", [
      ...(images === 0 ? [] : [`ExecStartPre=/bin/sh ${cloudInitProgram} await-images ${images}`]),
      // A service that fails has no ExecStartPost.
      `ExecStartPost=-/bin/sh ${cloudInitProgram} end`,
      `ExecStopPost=-/bin/sh ${cloudInitProgram} end`,
    ]),
    { path: `${seedFolder}/user-data`, content: userData },
    // JSON is YAML.
    { path: `${seedFolder}/meta-data`, content: JSON.stringify(metadata) },
  ];
}

function dropIn(service: string, lines: readonly string[]): ContainerFile {
  return file(`/etc/systemd/system/${service}.service.d/10-capstan.conf`, ["[Service]", ...lines, ""].join("\n"));
}

function file(path: string, content: string): ContainerFile {
  return { path, content, mode: 0o644 };
}
