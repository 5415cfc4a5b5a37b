import { defineCounter } from "@capstan/provider";

/** The results of requests to the cloud. */
export const cloudRequests = defineCounter({
  name: "rest_cloud_requests_total",
  help: "Requests to the REST cloud, by result: ok, limited, refused or unconfirmed.",
  labels: ["result"],
});
