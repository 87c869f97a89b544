import { admins, everyone } from "../policy.ts";

/** Who may do what with the running system: dashboard, jobs, mail, activity log, documents, demo content. */
export const systemPolicy = {
  /** the API's description, and files that machines look for at fixed paths */
  readPublic: everyone,
  /** `/metrics` has its own rule: only from this machine, unless configured */
  readHealth: everyone,
  readDashboard: admins,
  readState: admins,
  runChecks: admins,
  retryJob: admins,
  readMail: admins,
  retryMail: admins,
  readActivity: admins,
  readDocuments: admins,
  readDemoContent: admins,
  deleteDemoContent: admins,
};
