/** How long a period is that a figure's change is measured by, in days. */
export const DASHBOARD_DAYS = 30;
/** How many of the newest posts and comments the activity shows, of each (specification, section 9). */
export const DASHBOARD_RECENT = 5;
/** How much of a comment the activity shows, in characters. */
export const DASHBOARD_TEXT_MAX = 120;

/** `total` of all time; what came in the last 30 days, and in the 30 before; `change` in percent. */
export type DashboardFigure = { total: number; current: number; previous: number; change: number };

/** Something that happened. `label`: a post's title, or how a comment begins; `about`: the commented post's title. */
export type DashboardActivity = {
  kind: "post" | "comment";
  id: string;
  label: string;
  about: string | null;
  who: string | null;
  status: string;
  created_at: string;
};

export type Dashboard = {
  posts: DashboardFigure;
  users: DashboardFigure;
  comments: DashboardFigure;
  views: DashboardFigure;
  /** the newest first */
  activity: DashboardActivity[];
  /**
   * `people_waiting`: people whose link was never mailed, for want of a mail server; `unknown_proxy`: requests seem to come through a proxy
   * that TRUST_PROXY doesn't name
   */
  waiting: {
    pending_comments: number;
    unsent_mails: number;
    people_waiting: number;
    failed_jobs: number;
    unknown_proxy: boolean;
  };
};
