import { admins, everyone } from "../policy.ts";

/** Dashboard, jobs, mail, activity log, documents, demo content. */
export const systemPolicy = {
  /** the API's description, and files at fixed paths */
  readPublic: everyone,
  /** `/metrics` has its own rule: only from this machine, unless configured */
  readHealth: everyone,
  readDashboard: admins,
  dismissFirstStep: admins,
  readState: admins,
  runChecks: admins,
  retryJob: admins,
  readMail: admins,
  retryMail: admins,
  createTestMail: admins,
  readActivity: admins,
  readDocuments: admins,
  readDemoContent: admins,
  deleteDemoContent: admins,
};
