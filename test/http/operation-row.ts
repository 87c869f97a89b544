import type { Ability } from "../../app/domain/policy.ts";
import type { Actor } from "../app/actors.ts";
import type { Fixture } from "./operation-fixture.ts";

/** What a call is made with where the document's example isn't enough. */
export type Input = {
  as?: Actor;
  /** the id in the path */
  id?: string;
  path?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  file?: Uint8Array;
};

export type Row = {
  /** its method and path */
  at: string;
  who: Ability["audience"];
  /** the entries of the activity log that a write of the back office leaves; none: it changes nothing */
  leaves?: string[];
  /** prepares a call that is answered, if the document's example doesn't suffice */
  call?: (fixture: Fixture) => Input | Promise<Input>;
  /** the status of the answer, if it isn't one of success */
  status?: number;
};
