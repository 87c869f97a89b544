import { data } from "react-router";

/** Any address that no page claims. */
export function notFoundLoader(): never {
  throw data(null, { status: 404 });
}
