// Prints what it takes a process that has done nothing else to load the build of the package, and to start the first server with it.
import { once } from "node:events";
import https from "node:https";
import { performance } from "node:perf_hooks";
import process from "node:process";

const before = performance.now();
const { ApiServer } = await import("@capstan/apiserver");
const loaded = performance.now();
const server = await ApiServer.start();
const request = https.get(`${server.url}/readyz`, { ca: server.certificateAuthority });
const [response] = await once(request, "response");
response.resume();
await once(response, "end");
process.stdout.write(JSON.stringify({ loading: loaded - before, within: performance.now() - loaded }));
await server.close();
