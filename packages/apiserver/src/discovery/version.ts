/** `/version`: the Kubernetes release whose behavior this server follows. */
export const serverVersion = {
  major: "1",
  minor: "36",
  emulationMajor: "1",
  emulationMinor: "36",
  minCompatibilityMajor: "1",
  minCompatibilityMinor: "35",
  gitVersion: "v1.36.3+capstan",
  gitCommit: "",
  gitTreeState: "clean",
  buildDate: "1970-01-01T00:00:00Z",
  goVersion: "",
  compiler: "",
  platform: `${process.platform}/${process.arch === "x64" ? "amd64" : process.arch}`,
};
