/**
 * Runs of a campaign keep to one core each: the other cores have runs of their own. By default V8 collects garbage and optimises
 * in threads beside the one that verifies, which makes a single run on an idle machine a tenth faster and costs up to a third more
 * processor time; where all cores are busy that only takes them from other runs. The same holds for workers that share the turns
 * of one run (`team.ts`). No answer depends on it: limits count work.
 */
export const ONE_THREAD: readonly string[] = ["--single-threaded-gc", "--no-concurrent-recompilation"];

/** The command (node, its program, leading arguments) for runs of a campaign. */
export function onOneThread([node = "", ...program]: readonly string[]): readonly string[] {
  return [node, ...ONE_THREAD, ...program];
}

/** What a process that was started so hands on to those that it starts. */
export function handedOn(): readonly string[] {
  return process.execArgv.filter((word) => ONE_THREAD.includes(word));
}
