/** A part of a file: its first and its last byte, both included. */
export type Part = { start: number; end: number };

/** One file that was found. Either it is read, or it is closed. */
export type StoredFile = {
  /** in bytes */
  size: number;
  /** Its bytes, or a part of them, as they come. To stop early, cancel the stream. */
  read(part?: Part): Promise<ReadableStream<Uint8Array>>;
  close(): Promise<void>;
};

/**
 * Keeps things that consist of a few files, under an id: there whole or not at all, also after a crash. `begin` makes a workspace,
 * `keep` puts its files in place, `end` removes the workspace; `unfinished` lists workspaces that never ended. Ids and names of
 * files are plain names without folders.
 */
export type FileStore = {
  /** Marks `id` as unfinished. @returns the path of its workspace, a folder of this machine */
  begin(id: string): Promise<string>;
  /** Writes one of the thing's files into its workspace. */
  write(id: string, name: string, bytes: Uint8Array): Promise<void>;
  /** Moves a file of this machine, such as one in the workspace, to the thing's files. */
  take(id: string, name: string, path: string): Promise<void>;
  /** Puts all files in place; once it returns, they stay. */
  keep(id: string): Promise<void>;
  /** The work on `id` is done. */
  end(id: string): Promise<void>;
  /** Takes the thing's files away, if there are any. */
  remove(id: string): Promise<void>;
  /**
   * Looks one file up; null when it isn't there.
   * @param whole it is going to be read to its end, which saves a question
   */
  open(id: string, name: string, whole?: boolean): Promise<StoredFile | null>;
  /** What was begun longer than `ms` ago and never ended. */
  unfinished(ms: number): Promise<string[]>;
};

/** The store can't be used: it isn't reached, refuses us or has no room. The message is for the operator and names no secret. */
export class StorageError extends Error {
  /** The log leaves the stack out. */
  readonly expected = true;

  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "StorageError";
  }
}
