import { request } from "node:http";
import { ADMIN, COUNT, type FilledOffice, withFilledOffice } from "./database/filled-office.ts";
import { quantile, type Row } from "./row.ts";

const ROUNDS = 15;
const TARGET = "≤ 150";

export const title = `The back office's lists over HTTP, with ${COUNT} posts, users and comments each (the first page, half and 95 % of the answers)`;

/** The requests of the lists. */
const questions = ({ word, rare, category }: FilledOffice) => ({
  posts: [
    "",
    "?status=draft",
    "?status=published",
    `?category=${category}`,
    `?category=${category}&status=archived`,
    "?category=none",
    `?search=${word}`,
    `?search=${word}&status=archived&sort=title`,
    `?search=${rare}`,
    "?search=e",
    "?search=qqx",
    ...["title", "-updated_at", "-published_at", "-views", "-likes", "-comments"].map((sort) => `?sort=${sort}`),
    `?sort=-views&search=${word}`,
    "?page=2500",
  ],
  categories: [""],
  tags: ["", "?search=1", "?sort=-posts_count"],
  users: ["", "?search=reader", "?sort=full_name", "?role=admin"],
  comments: ["", "?status=pending", "?search=comment", "?status=spam"],
});

type Asked = { method?: string; body?: string | undefined };

/** `body`: JSON. */
export const ask = (url: string, headers: Record<string, string>, { body, method = body ? "POST" : "GET" }: Asked = {}) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const described = body && { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)) };
    const sending = request(url, { method, headers: { ...headers, ...described } }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
    });
    sending.on("error", reject);
    sending.end(body);
  });

export async function signIn(address: string): Promise<Record<string, string>> {
  const body = JSON.stringify(ADMIN);
  const { status, text } = await ask(`${address}/auth/v1/token?grant_type=password`, {}, { body });
  if (status !== 200) throw new Error(`The sign-in answers ${status}: ${text}`);
  return { authorization: `Bearer ${(JSON.parse(text) as { access_token: string }).access_token}` };
}

async function measure(office: FilledOffice): Promise<Row[]> {
  const { address } = office;
  const headers = await signIn(address);
  const rows: Row[] = [];
  for (const [noun, queries] of Object.entries(questions(office))) {
    for (const query of queries) {
      const times: number[] = [];
      for (let round = -2; round < ROUNDS; round++) {
        const began = performance.now();
        const { status, text } = await ask(`${address}/api/admin/${noun}${query}`, headers);
        if (status !== 200) throw new Error(`${noun}${query} answers ${status}: ${text}`);
        if (round >= 0) times.push(performance.now() - began);
      }
      rows.push({ measure: `${noun}${query}`.replace(/[0-9a-f-]{36}/, "…"), value: quantile(times, 0.5), unit: "ms" });
      rows.push({ measure: "", value: quantile(times, 0.95), unit: "ms", target: TARGET });
    }
  }
  return rows;
}

/** Sends the built product the requests of an admin's browser. */
export const run = (): Promise<Row[]> => withFilledOffice(measure);
