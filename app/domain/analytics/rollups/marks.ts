/** No timezone's day begins anywhere else than on a quarter of an hour. */
const QUARTER_MS = 15 * 60_000;

/** Of moments (ms since 1970) one in each quarter of an hour: enough to name all their days, in whatever timezone. */
export const oncePerQuarter = (moments: readonly number[]): number[] => [
  ...new Map(moments.map((moment) => [Math.floor(moment / QUARTER_MS), moment])).values(),
];
