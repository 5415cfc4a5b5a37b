/** The problem of a time zone, worded as in kube-apiserver; undefined if there is none. */
export function timeZoneProblem(zone: string): string | undefined {
  if (zone === "") return "timeZone must be nil or non-empty string";
  const isWellFormed = zone.split("/").every((part) => /^(?!\.\.?$)[A-Za-z._0-9+][A-Za-z._\-0-9+]{0,13}$/.test(part));
  if (isWellFormed && zone.toLowerCase() === "local") {
    return "timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones";
  }
  return isWellFormed && isKnown(zone) ? undefined : `unknown time zone ${zone}`;
}

/** Whether Node has the time zone. */
function isKnown(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
