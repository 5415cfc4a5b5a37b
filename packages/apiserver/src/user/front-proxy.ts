/** How a server tells those that it passes requests on to who asks: the name in its certificate, and the headers. */
export const frontProxy = {
  name: "front-proxy-client",
  user: "X-Remote-User",
  uid: "X-Remote-Uid",
  group: "X-Remote-Group",
  extraPrefix: "X-Remote-Extra-",
} as const;
