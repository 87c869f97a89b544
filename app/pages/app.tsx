import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Api } from "../http/api/client.ts";
import { ApiContext } from "./data.ts";
import { type Prefetch, PrefetchContext } from "./public/page-link.tsx";

/** The providers around every page. They are the same on the server and in the browser, because a difference would change every useId. */
export function App(props: { api: Api; queryClient: QueryClient; prefetch: Prefetch; children: ReactNode }) {
  return (
    <QueryClientProvider client={props.queryClient}>
      <ApiContext value={props.api}>
        <PrefetchContext value={props.prefetch}>{props.children}</PrefetchContext>
      </ApiContext>
    </QueryClientProvider>
  );
}
