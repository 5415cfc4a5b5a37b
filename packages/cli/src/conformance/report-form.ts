/** The format of a report: for people, programs, CI servers, browsers. */
export type ReportForm = (typeof reportForms)[number];

/** All formats. */
export const reportForms = ["text", "json", "junit", "html"] as const;
