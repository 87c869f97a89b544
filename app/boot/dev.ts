import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { ViteDevServer } from "vite";
import type { renderPage } from "../http/pages/render.tsx";

/** Pages in development: loaded anew for each request, never kept. */
export const freshPages = (vite: ViteDevServer) => ({
  ttlMs: 0,
  render: (async (...args) => {
    const module = await vite.ssrLoadModule("/app/http/pages/render.tsx");
    return (module.renderPage as typeof renderPage)(...args);
  }) satisfies typeof renderPage,
});

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
