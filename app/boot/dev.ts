import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { ViteDevServer } from "vite";

/** Lets Vite answer for the modules it knows. Its own scripts are inline, so pages go without the content policy here. */
export const viteFirst = (vite: ViteDevServer) => (request: IncomingMessage, response: ServerResponse, next: () => void) =>
  vite.middlewares(request, response, () => {
    const writeHead = response.writeHead.bind(response) as (status: number, headers?: OutgoingHttpHeaders) => ServerResponse;
    response.writeHead = ((status: number, headers: OutgoingHttpHeaders = {}) => {
      delete headers["content-security-policy"];
      return writeHead(status, headers);
    }) as typeof response.writeHead;
    next();
  });
