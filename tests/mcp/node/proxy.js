// Adds the bearer token of the MCP server to each request, for programs that send none: node proxy.js URL TOKEN

import http from "node:http";

const [url, token] = process.argv.slice(2);
const target = new URL(url);

const server = http.createServer((request, response) => {
  const headers = { ...request.headers, authorization: `Bearer ${token}` };
  // The server accepts only its own host and origin. Others stay, so that it can refuse them.
  const own = `127.0.0.1:${server.address().port}`;
  if (headers.host === own) headers.host = target.host;
  if (headers.origin === `http://${own}`) headers.origin = target.origin;
  const options = { host: target.hostname, port: target.port, path: request.url, method: request.method, headers };
  const forwarded = http.request(options, (reply) => {
    response.writeHead(reply.statusCode, reply.headers);
    reply.pipe(response);
  });
  forwarded.on("error", () => response.destroy());
  response.on("close", () => forwarded.destroy());
  request.pipe(forwarded);
});

server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}${target.pathname}`));
