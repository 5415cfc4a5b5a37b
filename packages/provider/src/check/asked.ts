/** What author code was asked to do. */
export type Asked = "provide" | "remove";
