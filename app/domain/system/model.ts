/** What the product stands on, for whoever runs it. Names of environment variables come without their values. */
export type SystemFacts = {
  version: string;
  node: string;
  postgres: string;
  migrations: { version: number; name: string; applied_at: string }[];
  environment: { name: string; is_set: boolean }[];
  /** whether requests seem to come through a proxy that TRUST_PROXY doesn't name */
  unknown_proxy: boolean;
  /** the packages that the product asks for itself; `license` as the package states it */
  dependencies: { name: string; version: string; license: string }[];
  /** the background work of the last day that nothing came of, however often it was tried; newest first */
  failed_jobs: { id: string; name: string; failed_at: string; reason: string }[];
};
