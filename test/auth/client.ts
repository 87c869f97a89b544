import { AuthClient, type GoTrueClientOptions } from "@supabase/auth-js";
import { sql } from "kysely";
import type { Settings } from "../../app/domain/settings/settings.ts";
import { TEST_ORIGIN } from "../app/actors.ts";
import type { TestApp } from "../app/create-test-app.ts";

/** A browser's local storage, as the client sees it. */
export function createStorage() {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

export type Storage = ReturnType<typeof createStorage>;
export const STORAGE_KEY = "skylark-session";

/** The published client, unchanged, talking to the app; clients with one storage are tabs of one browser. */
export function createClient(app: Pick<TestApp, "fetch">, storage: Storage, options: Partial<GoTrueClientOptions> = {}) {
  return new AuthClient({
    url: `${TEST_ORIGIN}/auth/v1`,
    headers: { apikey: "a public key, which nobody asks for" },
    storageKey: STORAGE_KEY,
    storage,
    persistSession: true,
    autoRefreshToken: false,
    detectSessionInUrl: false,
    fetch: async (input, init) => app.fetch(new Request(input, init)),
    ...options,
  });
}

/** Changes settings of the site, as its owner does. */
export async function setSettings(
  { context, settings }: Pick<TestApp, "context" | "settings">,
  values: Partial<Settings>,
): Promise<void> {
  const value = JSON.stringify(values);
  await sql`insert into settings (value) values (${value}) on conflict (id) do update set value = settings.value || ${value}::jsonb`.execute(
    context.db,
  );
  await settings.renew();
}

let made = 0;

/** A user who has never been here. */
export const stranger = () => ({ email: `reader-${++made}-${Date.now()}@mail.example`, password: "a fine day for kites" });
