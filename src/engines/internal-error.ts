/** An exception that should not have been: plain data, since it may come from another process. */
export interface InternalError {
  /** Undefined outside the engines: reading the program, building its model. */
  readonly engine: string | undefined;
  readonly message: string;
  readonly stack: string;
}

export function internalErrorOf(error: unknown, engine?: string): InternalError {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return { engine, message, stack: stack ?? message };
}
