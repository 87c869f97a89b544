import { Agent, type IncomingMessage, request } from "node:http";

const agent = new Agent({ keepAlive: true });

type Answer = { status: number; text: string };
type Asking = { headers?: Record<string, string>; body?: unknown; first?: boolean };

/** Sends a request over HTTP. @param first reads only the beginning of a response that doesn't end */
export const ask = (url: string, { headers = {}, body, first = false }: Asking = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const sent =
      text === undefined ? {} : { "content-type": "application/json", "content-length": String(Buffer.byteLength(text)) };
    const sending = request(url, { agent, method: text ? "POST" : "GET", headers: { ...headers, ...sent } }, (response) => {
      read(response, first).then(resolve, reject);
    });
    sending.on("error", reject);
    sending.end(text);
  });

async function read(response: IncomingMessage, first: boolean): Promise<Answer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) {
    chunks.push(chunk as Buffer);
    if (first) break;
  }
  return { status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() };
}

/** Signs in. @returns the headers of an admin's requests */
export async function signIn(
  address: string,
  { email, password }: { email: string; password: string },
): Promise<Record<string, string>> {
  const { status, text } = await ask(`${address}/auth/v1/token?grant_type=password`, { body: { email, password } });
  if (status !== 200) throw new Error(`The sign-in answers ${status}: ${text}`);
  return { authorization: `Bearer ${(JSON.parse(text) as { access_token: string }).access_token}` };
}
