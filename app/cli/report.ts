import { showChanges } from "./compare-texts.ts";
import type { Local } from "./folder.ts";
import { say } from "./problems.ts";
import { isDiscarded, leave, localOf, named, readText, showConflict, type Work } from "./work.ts";

type Standing =
  | "new here"
  | "changed here"
  | "deleted here"
  | "new on the site"
  | "changed on the site"
  | "deleted on the site"
  | "staged"
  | "discarded on the site"
  | "changed here and on the site";

/** Of everything that differs, by path. */
function standings({
  state,
  locals,
  remote,
  ...work
}: Work): { path: string; id: string | undefined; local: Local | undefined; standing: Standing }[] {
  const found: { path: string; id: string | undefined; local: Local | undefined; standing: Standing }[] = [];
  const all = { state, locals, remote, ...work };
  for (const local of locals)
    if (!local.id && !local.problem) found.push({ path: local.path, id: undefined, local, standing: "new here" });
  for (const id of new Set([...remote.keys(), ...Object.keys(state.posts)])) {
    const [post, known] = [remote.get(id), state.posts[id]];
    const local = localOf(all, id);
    if (known?.version === 0 || local?.problem) continue;
    const path = local?.path ?? known?.path ?? post?.slug ?? id;
    const isNews = post !== undefined && post.version !== known?.version;
    const isChanged =
      local !== undefined && known !== undefined && (local.hash !== known.hash || local.version !== known.version);
    const add = (standing: Standing) => void found.push({ path, id, local, standing });
    if (!post) add("deleted on the site");
    else if (!local) add(known ? (isNews ? "changed on the site" : "deleted here") : "new on the site");
    else if (isChanged && isNews) add("changed here and on the site");
    else if (isChanged) add("changed here");
    else if (isNews && known) add("changed on the site");
    else if (known?.edit) add(isDiscarded(known, post) ? "discarded on the site" : "staged");
  }
  return found.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

const reportProblems = (work: Work) => {
  for (const { path, problem } of work.locals) if (problem) leave(work, path, problem);
};

export function status(work: Work): void {
  reportProblems(work);
  const found = standings(work);
  for (const { path, standing } of found) say(`${standing}: ${path}`);
  if (found.length === 0 && work.left === 0) say("The folder and the site agree.");
}

/** Of what has changed here; in three ways where the site has changed, too. */
export async function diff(work: Work, files: string[]): Promise<void> {
  reportProblems(work);
  const wanted = named(work, files);
  for (const { path, id, local, standing } of standings(work)) {
    if (!local || !id || (wanted && !wanted.has(path))) continue;
    const base = (await work.state.base(id)) ?? "";
    if (standing === "changed here") say(`${path}: ${standing}\n${showChanges(base, local.text.replaceAll("\r\n", "\n"))}`);
    else if (standing === "changed here and on the site" || standing === "changed on the site") {
      const file = await readText(work, id);
      say(`${path}: ${standing}\n${showConflict(local, work.state.posts[id], base, file)}`);
    }
  }
}
