import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  QueryClient,
  type QueryClientConfig,
  type QueryKey,
} from "@tanstack/react-query";

/**
 * TanStack Query lets an answer that was requested before a change replace the change, if it is the query's first or if nothing shows it.
 */
export class BrowserQueryClient extends QueryClient {
  constructor(config: QueryClientConfig) {
    super(config);
    // Assigned, because the method's own type can't be repeated in an override.
    const set = this.setQueryData.bind(this) as (queryKey: QueryKey, ...rest: unknown[]) => unknown;
    this.setQueryData = ((queryKey: QueryKey, ...rest: unknown[]) => {
      void this.cancelQueries({ queryKey, exact: true });
      return set(queryKey, ...rest);
    }) as typeof this.setQueryData;
  }

  override invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    for (const query of this.getQueryCache().findAll({ ...filters, fetchStatus: "fetching" })) {
      query.cancel({ silent: true });
      // Callers that wait for the former request get the outcome of this one.
      query.fetch().catch(() => {});
    }
    return super.invalidateQueries(filters, { cancelRefetch: false, ...options });
  }
}
