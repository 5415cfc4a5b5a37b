/** The two calls of author code: create and update, or delete. */
export type Asked = "provide" | "remove";
