/** The exit codes that scripts rely on (README, "Exit codes"). */

export const EXIT_SAFE = 0;
export const EXIT_UNSAFE = 1;
/** The input is not a program hone can read, or the command line makes no sense. */
export const EXIT_BAD_INPUT = 2;
export const EXIT_UNKNOWN = 3;
/** A bug in hone. */
export const EXIT_INTERNAL_ERROR = 101;

/** After SIGINT and SIGTERM, once what was reached is printed: 128 and the number of the signal, as shells have it. */
export const EXIT_INTERRUPTED = 130;
export const EXIT_TERMINATED = 143;

/** After SIGPIPE, as of other tools: the reader of the output went away before there was a verdict. */
export const EXIT_NO_READER = 141;

export type ExitCode = 0 | 1 | 2 | 3 | 101 | 130 | 143;
