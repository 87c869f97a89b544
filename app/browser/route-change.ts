/** An event of the window, because the tracker is another script. */
export const ROUTE_CHANGE = "routechange";
