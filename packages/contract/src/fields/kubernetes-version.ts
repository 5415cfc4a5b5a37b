const number = "(0|[1-9]\\d*)";
const preRelease = `(${number}|\\d*[A-Za-z-][0-9A-Za-z-]*)`;
const build = "[0-9A-Za-z-]+";

/** A semantic version, with or without `v`. */
export const kubernetesVersionPattern = `^v?${number}\\.${number}\\.${number}(-${preRelease}(\\.${preRelease})*)?(\\+${build}(\\.${build})*)?$`;
