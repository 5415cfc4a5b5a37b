/** By digest, as in the projects of create-capstan-provider: an image that cannot change. */
const base =
  "docker.io/library/node:24.21.0-bookworm-slim@sha256:d6aa754f16b3197301076f047b5def2f02ea1dbbc2ca920407d46d7ec7f87b20";

/**
 * The environment of the programs. With a single malloc arena, memory that V8's compiler frees is soon reused in place. The thresholds make
 * glibc return free memory, of which it otherwise keeps up to 64 MiB.
 */
export const imageEnvironment: Readonly<Record<string, string>> = {
  NODE_ENV: "production",
  MALLOC_ARENA_MAX: "1",
  MALLOC_MMAP_THRESHOLD_: "131072",
  MALLOC_TRIM_THRESHOLD_: "65536",
  MALLOC_TOP_PAD_: "16384",
};

export const noticeFile = "NOTICE";

/** The files of an image in addition to its base. */
export function filesOf(name: string): readonly string[] {
  return [`${name}.mjs`, "LICENSE", noticeFile];
}

/** Copies files by name, so that no other file of the folder can get into the image. The image is never written at run time. */
export function dockerfileOf(name: string, version: string): string {
  const [program = "", ...others] = filesOf(name);
  return [
    `FROM ${base}`,
    `LABEL org.opencontainers.image.title=${name} org.opencontainers.image.version=${version} \\`,
    "  org.opencontainers.image.licenses=Apache-2.0 org.opencontainers.image.source=https://github.com/capstan-sdk/capstan",
    `ENV ${Object.entries(imageEnvironment)
      .map(([name, value]) => `${name}=${value}`)
      .join(" ")}`,
    "WORKDIR /app",
    `COPY --chmod=0444 ${[program, ...others].join(" ")} ./`,
    "USER 1000:1000",
    `ENTRYPOINT ["node", "/app/${program}"]`,
    "",
  ].join("\n");
}
