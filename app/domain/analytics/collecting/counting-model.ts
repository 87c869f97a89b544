/** A stretch of activity as `count_stretches` of the database takes it; moments in ms since 1970. */
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
  is_demo: boolean;
  last_ms: number;
  /** whether its last word was that the reader left */
  has_left: boolean;
  /** whether it opened a page: only then may a visit begin */
  has_view: boolean;
  pages: IncomingPage[];
};

/** What a stretch did on one page. */
export type IncomingPage = {
  path_id: number;
  first_ms: number;
  last_ms: number;
  /** 0: a sign of life from a page opened before */
  views: number;
  /** the greatest value of each view, in seconds */
  attention: { view: number; seconds: number }[];
  /** percent */
  scroll: number;
};

/** The end of a visit, for all of its records: null when it goes on after all. `left`: its reader said so. */
export type VisitEnd = { visit: string; ended_seconds: number | null; left: boolean };

/** A term or an address without a page, once for each time that it was met. */
export type Occurrence = { at: string; text: string; referrer: string | null };
