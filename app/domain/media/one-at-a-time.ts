const waiting: (() => void)[] = [];
let busy = false;

/** Does one piece of work at a time, in the order of asking: pictures are heavy, and pages come first. */
export async function oneAtATime<Result>(work: () => Promise<Result>): Promise<Result> {
  if (busy) await new Promise<void>((resume) => waiting.push(resume));
  busy = true;
  try {
    return await work();
  } finally {
    // The turn goes on to the next one in line, or is given back.
    const next = waiting.shift();
    if (next) next();
    else busy = false;
  }
}
