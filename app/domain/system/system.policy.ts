import { admins, everyone, team } from "../policy.ts";

/** Dashboard, jobs, mail, activity log, documents, demo content. */
export const systemPolicy = {
  /** the API's description, and files at fixed paths */
  readPublic: everyone,
  /** `/metrics` has its own rule: only from this machine, unless configured */
  readHealth: everyone,
  /** each part of it has its own policy */
  readDashboard: team,
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
