/** The event of the window by which the application tells the tracker, another script, that it shows another page. */
export const ROUTE_CHANGE = "routechange";
