/** The first and the last byte, both included. */
export type Part = { start: number; end: number };

/** Either it is read, or it is closed. */
export type StoredFile = {
  /** in bytes */
  size: number;
  /** To stop early, cancel the stream. */
  read(part?: Part): Promise<ReadableStream<Uint8Array>>;
  close(): Promise<void>;
};

/** Things of a few files under an id: there whole or not at all, also after a crash. Ids and names are plain names without folders. */
export type FileStore = {
  /** Marks `id` as unfinished. @returns its workspace, a folder of this machine */
  begin(id: string): Promise<string>;
  write(id: string, name: string, bytes: Uint8Array): Promise<void>;
  take(id: string, name: string, path: string): Promise<void>;
  keep(id: string): Promise<void>;
  end(id: string): Promise<void>;
  remove(id: string): Promise<void>;
  /** Null when it isn't there. @param whole it is going to be read to its end, which saves a question */
  open(id: string, name: string, whole?: boolean): Promise<StoredFile | null>;
  /** Begun longer than `ms` ago and never ended. */
  unfinished(ms: number): Promise<string[]>;
};

/** The store isn't reached, refuses us or has no room. The message is for the operator and names no secret. */
export class StorageError extends Error {
  readonly expected = true;

  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "StorageError";
  }
}
