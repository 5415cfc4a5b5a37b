/** How a server passes the user on to servers behind it: the name in its certificate, and the headers. */
export const frontProxy = {
  name: "front-proxy-client",
  user: "X-Remote-User",
  uid: "X-Remote-Uid",
  group: "X-Remote-Group",
  extraPrefix: "X-Remote-Extra-",
} as const;
