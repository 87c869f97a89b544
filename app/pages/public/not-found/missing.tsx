import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Navigate } from "react-router";
import { redirectQuery } from "../queries.ts";

/**
 * For a page that turned out to be missing after its loader had stopped waiting.
 * @param props.skeleton shown while the server is asked for the redirect
 * @param props.children shown if there is none
 */
export function Missing({ skeleton, children }: { skeleton: ReactNode; children: ReactNode }) {
  const { data: target } = useQuery(redirectQuery(location.href));
  if (target === undefined) return skeleton;
  return target ? <Navigate to={target} replace /> : children;
}
