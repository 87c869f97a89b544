import type { KeyObject } from "node:crypto";
import type { Places } from "../../../platform/places/places.ts";
import type { RawHit, StoredHit } from "../model.ts";
import type { Address } from "./addresses.ts";
import { agentOf } from "./agents.ts";
import { sessionOfVisitor, visitorNumber } from "./identity.ts";
import { networkOf } from "./networks.ts";
import { originOf } from "./origins.ts";
import { visitPlaceOf } from "./visit-place.ts";

export type Surroundings = {
  /** when it came, in ms since 1970 */
  at: number;
  /** the site's day of that moment, and its salt */
  day: string;
  salt: KeyObject;
  places: Places;
};

/**
 * A hit as it is kept: nothing in it can't be stored, the address is shortened, the reader is a number. What can be absurd is
 * cut or unknown here; what is malformed was refused before.
 */
export function normalise(hit: RawHit, { path, search, query }: Address, { at, day, salt, places }: Surroundings): StoredHit {
  const visitor = visitorNumber(salt, hit.address, hit.userAgent);
  return {
    kind: hit.kind,
    at: new Date(at).toISOString(),
    session: hit.session ?? sessionOfVisitor(visitor, day),
    visitor,
    path,
    search: hit.kind === "view" ? search : null,
    origin: originOf(query, hit.referrer, hit.ownHosts),
    agent: agentOf(hit.userAgent, hit.screen),
    place: visitPlaceOf(places, hit.address, hit.timezone),
    network: networkOf(hit.address),
    is_authenticated: hit.who === "reader" || hit.who === "admin",
    view: hit.view ?? 0,
    engaged: Math.round(hit.engaged ?? 0),
    scroll: Math.round(hit.scroll ?? 0),
    is_demo: false,
  };
}
