import { admins, everyone } from "../policy.ts";

/** Who may do what with the running system: dashboard, jobs, mail, activity log, documents, demo content. */
export const systemPolicy = {
  /** the API's own description, and what machines look for at fixed places */
  readPublic: everyone,
  /** `/metrics` has a rule of its own: from this machine alone, unless configured */
  readHealth: everyone,
  readDashboard: admins,
  readState: admins,
  retryJob: admins,
  readMail: admins,
  retryMail: admins,
  readActivity: admins,
  readDocuments: admins,
  readDemoContent: admins,
  deleteDemoContent: admins,
};
