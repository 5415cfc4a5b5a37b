/** The oldest and the newest TypeScript that compile a provider, according to README.md. */
export const compilers = { oldest: "5.4.5", newest: "7.0.2" };

/** The minimum in `engines` for production packages; testkit and the command line need a newer version. */
export const oldestNode = "22.19.0";
