// The site below a path of its own, as many are hosted.
"use strict";

const fs = require("node:fs");
const http = require("node:http");
const path = require("node:path");

const KINDS = {
  ".html": "text/html; charset=utf-8", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml",
  ".json": "application/json", ".xml": "application/xml", ".md": "text/markdown; charset=utf-8",
  ".txt": "text/plain; charset=utf-8", ".csv": "text/csv",
};

module.exports = function serve(folder, below) {
  const server = http.createServer((request, answer) => {
    const asked = decodeURIComponent(request.url.split("?")[0]);
    const file = asked.startsWith(below) ? path.join(folder, path.normalize(asked.slice(below.length))) : "";
    fs.readFile(file, (error, bytes) => {
      if (error) return answer.writeHead(404).end();
      answer.writeHead(200, { "content-type": KINDS[path.extname(file)] || "application/octet-stream" }).end(bytes);
    });
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve({ base: `http://127.0.0.1:${server.address().port}${below}`, close: () => server.close() }));
  });
};
