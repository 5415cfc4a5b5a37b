/** The oldest and the newest TypeScript that compile a provider, as README.md names them. */
export const compilers = { oldest: "5.4.5", newest: "7.0.2" };

/** The floor of `engines` for what runs in production; testkit and the command line need a newer one. */
export const oldestNode = "22.19.0";
