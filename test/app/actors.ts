import type { AppEnv } from "../../app/http/env.ts";

/** How the app is called: as the server calls it, with the connection next to the request. */
export type AppFetch = (request: Request, env?: AppEnv["Bindings"]) => Response | Promise<Response>;

/** A response, read to its end, or to its first event if it is a stream. `body`: its JSON, null when it isn't JSON. */
export type Answer<T> = { status: number; headers: Headers; text: string; body: T };

type HeaderFields = Record<string, string>;
export type ActorOptions = {
  headers?: HeaderFields /** where the connection comes from; absent: a call in process */;
  address?: string;
  httpVersion?: string;
};

export const TEST_ORIGIN = "http://blog.test";

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** An event stream has no end: its first event is enough. */
async function textOf(response: Response): Promise<string> {
  if (!response.headers.get("content-type")?.startsWith("text/event-stream")) return response.text();
  let text = "";
  const decoder = new TextDecoder();
  for await (const bytes of response.body ?? []) {
    text += decoder.decode(bytes, { stream: true });
    if (text.includes("\n\n")) break;
  }
  return text;
}

/** A client that speaks HTTP to the app, with these headers, from this IP address. */
export function createActor(fetch: AppFetch, { headers: own = {}, address, httpVersion = "1.1" }: ActorOptions = {}) {
  const env =
    address === undefined ? {} : ({ incoming: { httpVersion, socket: { remoteAddress: address } } } as AppEnv["Bindings"]);

  const send = async <T>(
    method: string,
    path: string,
    init: { body?: BodyInit; headers?: HeaderFields } = {},
  ): Promise<Answer<T>> => {
    const stream = init.body instanceof ReadableStream ? { duplex: "half" } : {};
    const request = new Request(TEST_ORIGIN + path, { method, body: init.body, headers: { ...own, ...init.headers }, ...stream });
    const response = await fetch(request, env);
    const text = await textOf(response);
    return { status: response.status, headers: response.headers, text, body: parsed(text) as T };
  };
  const withJson = (json: unknown, headers: HeaderFields = {}) => ({
    ...(json !== undefined && { body: JSON.stringify(json) }),
    headers: { ...(json !== undefined && { "content-type": "application/json" }), ...headers },
  });

  return {
    send,
    get: <T = unknown>(path: string, headers?: HeaderFields) => send<T>("GET", path, { headers }),
    post: <T = unknown>(path: string, json?: unknown, headers?: HeaderFields) => send<T>("POST", path, withJson(json, headers)),
    put: <T = unknown>(path: string, json?: unknown, headers?: HeaderFields) => send<T>("PUT", path, withJson(json, headers)),
    patch: <T = unknown>(path: string, json?: unknown, headers?: HeaderFields) => send<T>("PATCH", path, withJson(json, headers)),
    delete: <T = unknown>(path: string, headers?: HeaderFields) => send<T>("DELETE", path, { headers }),
  };
}

export type Actor = ReturnType<typeof createActor>;
