import pg from "pg";

export type Host = { host: string; port: number };

/** With `hosts`, the server among them that takes writes is meant. */
export type Connection = pg.PoolConfig & { hosts?: Host[] };

const PORT = 5432;
const SEVERAL = /^(postgres(?:ql)?:\/\/)((?:[^@/?]*@)?)([^/?#]+)(\/[^#]*)$/i;
const ONE = /^(\[[0-9a-f:.]+\]|[^:[\]]+)(?::(\d+))?$/i;
/** Any other wish would lead to a server that takes no writes. */
const WISHES = ["read-write", "primary"];

/** As libpq: `postgres://user:password@one:5432,other:5432/name?target_session_attrs=read-write`. Undefined: in another form. */
export function readConnection(url: string): Connection | undefined {
  const [, scheme = "", who = "", places = "", rest = ""] = SEVERAL.exec(url) ?? [];
  const wish = /[?&]target_session_attrs=([^&]*)/.exec(rest)?.[1];
  if (!places.includes(",") && wish === undefined) return { connectionString: url };
  const hosts = places.split(",").map((place) => ONE.exec(place));
  if ((wish !== undefined && !WISHES.includes(wish)) || hosts.some((host) => !host)) return undefined;
  const [first = ""] = places.split(",");
  const query = rest.replace(/([?&])target_session_attrs=[^&]*&?/, "$1").replace(/[?&]$/, "");
  const connectionString = `${scheme}${who}${first}${query}`;
  if (!URL.canParse(connectionString)) return undefined;
  const named = hosts.map((host) => ({ host: host?.[1]?.replace(/^\[|\]$/g, "") ?? "", port: Number(host?.[2] ?? PORT) }));
  return { connectionString, hosts: named };
}

export const connectionOf = (url: string): Connection => readConnection(url) ?? { connectionString: url };

export const hostsOf = (config: pg.ClientConfig | undefined): Host[] | undefined => (config as Connection | undefined)?.hosts;

const PATIENCE_MS = 2000;
const LOOK_MS = 2000;
/** While no server takes writes, they are asked this often at most. */
const RETRY_MS = 250;

/** PostgreSQL's code of a statement that a read-only server refuses, and of a server that doesn't take connections now. */
const READ_ONLY = "25006";
const NOT_NOW = "57P03";

class NoPrimary extends Error {
  readonly code = NOT_NOW;
}

async function takesWrites(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ refuses: boolean }>(
    "select pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean as refuses",
  );
  return rows[0]?.refuses === false;
}

/** Closing a dead connection properly would never finish. */
export function hangUp(client: pg.Client): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}

/** The server that takes writes, for all connections of this process. When it refuses a write or a connection, all of them are ended. */
class PrimaryChoice {
  readonly #config: Connection;
  readonly #clients = new Map<pg.Client, Host>();
  #chosen: Host | null = null;
  #search: Promise<Host> | null = null;
  #watcher: { client: pg.Client; host: Host } | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(config: Connection) {
    this.#config = config;
  }

  /** @throws NoPrimary */
  find(): Promise<Host> {
    if (this.#chosen) return Promise.resolve(this.#chosen);
    if (this.#search) return this.#search;
    const search = this.#ask();
    this.#search = search;
    const forget = () => {
      if (this.#search === search) this.#search = null;
    };
    search.catch(() => {}).finally(() => setTimeout(forget, RETRY_MS).unref());
    return search;
  }

  add(client: pg.Client, host: Host): void {
    this.#clients.set(client, host);
    client.once("end", () => {
      this.#clients.delete(client);
      if (this.#clients.size === 0) this.#rest();
    });
    this.#timer ??= setInterval(() => void this.#look(), LOOK_MS).unref();
  }

  /** The next connection asks all of them again. */
  drop(host: Host): void {
    if (this.#chosen === host) {
      this.#chosen = null;
      this.#search = null;
    }
    for (const [client, of] of this.#clients) if (of === host) hangUp(client);
  }

  #rest(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    if (this.#watcher) hangUp(this.#watcher.client);
    this.#watcher = null;
  }

  async #open(host: Host): Promise<pg.Client> {
    const client = new pg.Client({
      ...this.#config,
      application_name: "skylark primary",
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
    });
    client.on("error", () => {});
    Object.assign(client, host);
    await client.connect();
    return client;
  }

  /** All at once; the first in the order of the configuration that takes writes is chosen. */
  async #ask(): Promise<Host> {
    const answers = (this.#config.hosts ?? []).map(async (host) => {
      const client = await this.#open(host).catch(() => null);
      if (!client) return null;
      const isPrimary = await takesWrites(client).catch(() => false);
      hangUp(client);
      return isPrimary ? host : null;
    });
    for (const answer of answers) {
      const host = await answer;
      if (!host) continue;
      this.#chosen = host;
      return host;
    }
    throw new NoPrimary("no host of DATABASE_URL takes writes at the moment");
  }

  async #look(): Promise<void> {
    const host = this.#chosen;
    if (!host) return;
    try {
      if (this.#watcher?.host !== host) {
        if (this.#watcher) hangUp(this.#watcher.client);
        this.#watcher = { client: await this.#open(host), host };
      }
      if (!(await takesWrites(this.#watcher.client))) this.drop(host);
    } catch {
      if (this.#watcher) hangUp(this.#watcher.client);
      this.#watcher = null;
      // One lost connection says little; a server that accepts no other is gone.
      const again = await this.#open(host).catch(() => null);
      if (again) this.#watcher = { client: again, host };
      else this.drop(host);
    }
  }
}

const choices = new Map<string, PrimaryChoice>();

function choiceOf(config: Connection): PrimaryChoice {
  const { connectionString, hosts } = config;
  const key = JSON.stringify([connectionString, hosts]);
  const choice = choices.get(key) ?? new PrimaryChoice({ connectionString, hosts } as Connection);
  choices.set(key, choice);
  return choice;
}

type Connected = ((error: Error) => void) | ((error: null, client: pg.Client) => void);

class PrimaryClient extends pg.Client {
  readonly #choice: PrimaryChoice;
  #host: Host | null = null;

  constructor(config: Connection) {
    super(config);
    this.#choice = choiceOf(config);
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.Client> | undefined {
    const opened = this.#open();
    if (!callback) return opened.then(() => this);
    opened.then(
      () => (callback as (error: null, client: pg.Client) => void)(null, this),
      (error: Error) => (callback as (error: Error) => void)(error),
    );
  }

  async #open(): Promise<void> {
    const host = await this.#choice.find();
    this.#host = host;
    Object.assign(this, host);
    try {
      await super.connect();
      if (!(await takesWrites(this))) throw new NoPrimary(`the database at ${host.host}:${host.port} no longer takes writes`);
    } catch (error) {
      this.#choice.drop(host);
      hangUp(this);
      throw error;
    }
    this.#choice.add(this, host);
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg's own signatures, which are many
  override query(...args: any[]): any {
    const sent = (super.query as (...all: unknown[]) => unknown).apply(this, args);
    if (sent instanceof Promise) sent.catch((error: { code?: string }) => this.#notice(error));
    return sent;
  }

  #notice({ code }: { code?: string }): void {
    // The query's caller gets the error first; then the connection is of no use.
    if (code === READ_ONLY && this.#host) setImmediate(() => this.#host && this.#choice.drop(this.#host));
  }
}

export const clientOf = (config: pg.ClientConfig): pg.Client =>
  hostsOf(config) ? new PrimaryClient(config as Connection) : new pg.Client(config);

export const poolClientOf = (config: pg.PoolConfig): Pick<pg.PoolConfig, "Client"> =>
  hostsOf(config) ? { Client: PrimaryClient as unknown as NonNullable<pg.PoolConfig["Client"]> } : {};
