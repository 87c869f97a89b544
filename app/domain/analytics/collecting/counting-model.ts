/** A stretch of activity as the visits' table takes it. */
export type IncomingStretch = {
  session: string;
  /** the number of the visit that begins with it, unless one goes on */
  visit: string;
  visitor: string;
  origin_id: number;
  agent_id: number;
  place_id: number;
  network: string | null;
  is_authenticated: boolean;
  /** ISO 8601 */
  last_at: string;
  /** when its last word was that the reader left */
  ended_at: string | null;
  /** whether it opened a page: only then may a visit begin */
  has_view: boolean;
};

/** The visit that a stretch belongs to, and what was known of the session before. */
export type SessionVisit = {
  session: string;
  visit: string;
  visitor: string;
  origin_id: number;
  agent_id: number;
  place_id: number;
  network: string | null;
  is_authenticated: boolean;
  before: { visit: string; last_at: Date; ended_at: Date | null } | null;
};

/** What happened on one page of a visit; seconds since the visit began. */
export type PageRow = {
  visit: string;
  visitor: string;
  path_id: number;
  origin_id: number;
  agent_id: number;
  place_id: number;
  first_seconds: number;
  last_seconds: number;
  ended_seconds: number | null;
  /** 0: a sign of life from a page opened before */
  views: number;
  engaged_seconds: number;
  scroll_depth: number;
  is_authenticated: boolean;
  is_bounce: boolean;
  is_demo: boolean;
  network: string | null;
};

/** The end of a visit, for all of its records: null when it goes on after all. `left`: its reader said so. */
export type VisitEnd = { visit: string; ended_seconds: number | null; left: boolean };

/** A term or an address without a page, once for each time that it was met. */
export type Met = { at: string; text: string; referrer: string | null };
