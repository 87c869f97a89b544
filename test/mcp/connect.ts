import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { TEST_ORIGIN } from "../app/actors.ts";
import type { TestApp } from "../app/create-test-app.ts";

type Result = { isError?: boolean; content: { type: string; text: string }[]; structuredContent: Record<string, unknown> };

/** The official client of MCP, which speaks HTTP to the app at `site`. `use` returns the first text and the structured content of a tool's answer. */
export async function connect({ fetch }: Pick<TestApp, "fetch">, token: string, site = TEST_ORIGIN) {
  const client = new Client({ name: "test", version: "1.0.0" });
  const transport = new StreamableHTTPClientTransport(new URL("/mcp", site), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
    fetch: async (url, init) => fetch(new Request(url, init)),
  });
  // The client's own types of it don't agree under exactOptionalPropertyTypes.
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return {
    client,
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    async use<Data = Record<string, unknown>>(name: string, input: Record<string, unknown> = {}) {
      const { isError = false, content, structuredContent } = (await client.callTool({ name, arguments: input })) as Result;
      return { isError, text: content[0]?.text ?? "", data: structuredContent as Data };
    },
  };
}

export type Connection = Awaited<ReturnType<typeof connect>>;
