import process from "node:process";
import { GroupCloud } from "./group-cloud.ts";

const port = Number(process.env.PORT ?? "8086");
const cloud = await GroupCloud.start({ clock: { now: () => Date.now() }, port });
process.stdout.write(`The cloud is at ${cloud.url}\n`);
