/** What the body of an error response, or an error event, says. */
export interface ErrorRecord {
  readonly type: string | null;
  readonly message: string | null;
  readonly requestId: string | null;
}

/** Reads an error body of either known shape; nulls where it has neither. */
export function errorRecord(body: unknown): ErrorRecord {
  const outer = body as
    { error?: { type?: unknown; message?: unknown }; request_id?: unknown } | null | undefined;
  const error = typeof outer === 'object' ? outer?.error : undefined;
  return {
    type: typeof error?.type === 'string' ? error.type : null,
    message: typeof error?.message === 'string' ? error.message : null,
    requestId: typeof outer === 'object' && typeof outer?.request_id === 'string' ? outer.request_id : null,
  };
}
