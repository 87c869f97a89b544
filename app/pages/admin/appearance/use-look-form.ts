import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { type Appearance, DEFAULT_LOOK, type Look } from "../../../domain/appearance/appearance.ts";
import { type ColorProblem, darkPartner, findColorProblems, type LookColors } from "../../../domain/appearance/color-rules.ts";
import { hasLogo } from "../../../domain/appearance/look-rules.ts";
import { useLeaveWarning } from "../frame/unsaved-changes.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { appearanceQuery, saveLook } from "./queries.ts";

type ColorName = keyof LookColors;
const COLOR_NAMES = ["accent", "paper"] as const satisfies ColorName[];

const isSame = (a: Look, b: Look) => JSON.stringify(a) === JSON.stringify(b);

const changedSince = (before: Look, after: Look): Partial<Look> =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Look])),
  );

/** The dark color that goes with a light one; where it can't be read, the nearest that can. */
function partnerOf(look: Look, name: ColorName, light: string): string {
  const dark = darkPartner(name, light);
  const pair = { light: look[name].light, dark };
  const problems = findColorProblems({ accent: look.accent, paper: look.paper, [name]: pair });
  return problems.find(({ field }) => field === `${name}.dark`)?.offered ?? dark;
}

const follows = (look: Look, name: ColorName) => look[name].dark === partnerOf(look, name, look[name].light);

/** The look with the dark colors of some names led by their light ones. */
function withPartners(look: Look, names: readonly ColorName[]): Look {
  const next = { ...look };
  for (const name of COLOR_NAMES)
    if (names.includes(name)) next[name] = { ...next[name], dark: partnerOf(next, name, next[name].light) };
  return next;
}

/** The files that a choice needs and that aren't there yet. */
const gapsOf = ({ sign, logo, hero, picture }: Look): ("logo" | "picture")[] => [
  ...(hasLogo(sign) && logo.light === null ? (["logo"] as const) : []),
  ...(hero === "picture" && picture === null ? (["picture"] as const) : []),
];

const SAVE = {
  call: saveLook,
  success: "Look saved",
  failure: (message: string) => `Failed to save the look: ${message}`,
  invalidates: [["site"], ["admin", "audit"]],
};

export function useLookForm(stored: Appearance) {
  const queryClient = useQueryClient();
  const [base, setBase] = useState(stored);
  const [look, setLook] = useState(stored.look);
  /** the colors whose dark theme isn't chosen by hand */
  const [following, setFollowing] = useState<ColorName[]>(() => COLOR_NAMES.filter((name) => follows(stored.look, name)));
  const isDirty = !isSame(look, base.look);
  const problems: ColorProblem[] = findColorProblems(look);
  const gaps = gapsOf(look);
  useLeaveWarning(isDirty);

  const latest = useRef(look);
  latest.current = look;
  /** Shows what is stored. What was chosen after the form had shown the look `shown` stays. */
  const adopt = (read: Appearance, shown = latest.current) => {
    const own = changedSince(shown, latest.current);
    setBase(read);
    setLook({ ...read.look, ...own });
    setFollowing((names) => COLOR_NAMES.filter((name) => (name in own ? names.includes(name) : follows(read.look, name))));
  };
  // When nothing was changed here, the form takes over what others have saved.
  if (stored.version > base.version && !isDirty) adopt(stored);

  const { mutateAsync, isPending } = useAdminMutation({
    ...SAVE,
    undo: (saved) => {
      const before = saved.history[1]?.look ?? DEFAULT_LOOK;
      return { label: "Undo", run: () => void send(before, saved.version, saved.look) };
    },
  });
  const send = async (wanted: Look, version: number, shown = latest.current) => {
    const saved = await mutateAsync({ look: wanted, version }).catch(() => null);
    // After a refusal, what someone else has saved is needed for the next try; what was chosen here stays.
    if (!saved) return void queryClient.fetchQuery(appearanceQuery).then(setBase, () => {});
    queryClient.setQueryData(appearanceQuery.queryKey, saved);
    adopt(saved, shown);
  };

  return {
    look,
    problems,
    gaps,
    following,
    isDirty,
    isShipped: isSame(look, DEFAULT_LOOK),
    isBusy: isPending,
    canSave: isDirty && !isPending && problems.length === 0 && gaps.length === 0,
    history: base.history,
    change: (values: Partial<Look>) => setLook((before) => ({ ...before, ...values })),
    /** Sets the color of one theme. The dark theme follows the light one until it has a color of its own. */
    setColor: (name: ColorName, theme: "light" | "dark", value: string) => {
      if (theme === "dark") setFollowing((names) => names.filter((one) => one !== name));
      const led = following.filter((one) => theme === "light" || one !== name);
      setLook((before) => withPartners({ ...before, [name]: { ...before[name], [theme]: value } }, led));
    },
    follow: (name: ColorName) => {
      setFollowing((names) => [...names, name]);
      setLook((before) => withPartners(before, [name]));
    },
    /** Puts a look of the history, or the shipped one, into the form. */
    take: (wanted: Look) => {
      setLook(wanted);
      setFollowing(COLOR_NAMES.filter((name) => follows(wanted, name)));
    },
    save: () => void send(look, base.version),
  };
}

export type LookForm = ReturnType<typeof useLookForm>;
