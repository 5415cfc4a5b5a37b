/** What a report is for: people, programs, CI servers, browsers. */
export type ReportForm = (typeof reportForms)[number];

/** All of them. */
export const reportForms = ["text", "json", "junit", "html"] as const;
